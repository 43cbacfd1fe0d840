// What has happened, without what was taken back. Pure.
import type { LogLine } from '../wire/messages';

/** The lines that still stand. */
export function standing(log: LogLine[]): LogLine[] {
  const lines: LogLine[] = [];
  for (const line of log) {
    if (line.takes_back) lines.splice(Math.max(0, lines.length - line.takes_back));
    else lines.push(line);
  }
  return lines;
}

/** Whether somebody has a move that could be taken back. */
export const hasMoved = (log: LogLine[], seat: number): boolean => standing(log).some((line) => line.who === seat && line.text !== null);
