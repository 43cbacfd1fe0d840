// What has happened, without what was taken back. Pure.
import type { LogLine } from '../wire/messages';

/** The lines that still stand; tiles that were left at the end have lines of their own. */
export function standing(log: LogLine[]): LogLine[] {
  const lines: LogLine[] = [];
  for (const line of log) {
    if (line.takes_back) lines.splice(Math.max(0, lines.length - line.takes_back));
    else lines.push(line, ...leftoversOf(line));
  }
  return lines;
}

const leftoversOf = ({ seq, leftovers }: LogLine): LogLine[] =>
  (leftovers ?? []).map(([who, points]) => ({ seq, who, text: null, label: points < 0 ? 'tiles left' : 'the others’ tiles', points }));

/** What a line says, with the points that it brought or cost. */
export function lineText({ label, points }: LogLine): string {
  if (!points) return label;
  return points < 0 ? `${label} −${-points}` : `${label} +${points}`;
}

/** Whether somebody has a move that could be taken back. */
export const hasMoved = (log: LogLine[], seat: number): boolean => standing(log).some((line) => line.who === seat && line.text !== null);

/** Two columns, the first player's and the second's: what somebody does twice in a row stands in two rows. */
export function inPairs(lines: LogLine[]): [LogLine | null, LogLine | null][] {
  const rows: [LogLine | null, LogLine | null][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (line.who !== 1) rows.push([line, null]);
    else if (row && row[1] === null) row[1] = line;
    else rows.push([null, line]);
  }
  return rows;
}
