// What is said on a wire connection, as far as we were told of it. Pure.
import type { Wire, WireLine } from '../wire/messages';

export interface Wiretap {
  connection: number;
  lines: (WireLine & { number: number })[];
  missed: number;
}

const LINES_KEPT = 2000;

/** Adds what was told; what was said on another connection is forgotten. */
export function follow(before: Wiretap | null, { connection, lines, missed }: Wire): Wiretap {
  const same = before?.connection === connection ? before : { connection, lines: [], missed: 0 };
  const first = (same.lines.at(-1)?.number ?? 0) + 1;
  const all = [...same.lines, ...lines.map((line, at) => ({ ...line, number: first + at }))];
  const cut = Math.max(0, all.length - LINES_KEPT);
  return { connection, lines: all.slice(cut), missed: same.missed + missed + cut };
}

/** What was refused, and what the client had said before it. */
export function refusedOnly<Line extends WireLine>(lines: Line[]): Line[] {
  const asked = new Set<Line>();
  let open: Line[] = [];
  for (const line of lines) {
    if (line.from === 'client') open.push(line);
    else if (line.refused) {
      const cause = open.pop();
      if (cause) asked.add(cause);
      asked.add(line);
    } else open = [];
  }
  return lines.filter((line) => asked.has(line));
}
