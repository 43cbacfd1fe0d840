// Which level of the computer is proposed.
import type { Bot } from '../wire/messages';

/** The one of last time if there still is one, else the one in the middle (of two the weaker); '' without bots. */
export function proposedLevel(bots: Bot[], last: string): string {
  if (bots.some(({ level }) => level === last)) return last;
  return bots[Math.floor((bots.length - 1) / 2)]?.level ?? '';
}
