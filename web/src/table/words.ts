// How counts, wishes and ends are said when one speaks to people.
import type { Outcome, Person, WishTold } from '../wire/messages';
import ends from './ends.json';

/** How each end is said: behind who won, and where the loser of two brought it about, as a deed. */
const ENDS: Record<string, { how: string; deed?: string }> = ends;

/** "1 move", "2 moves". */
export const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who won and how, in one sentence; `you` is the reader's seat. */
export function outcomeText(outcome: Outcome, players: Person[], you: number | null): string {
  const end = ENDS[outcome.reason];
  const [winner] = outcome.winners;
  if (end?.deed && players.length === 2 && winner !== undefined && outcome.winners.length === 1) {
    const loser = 1 - winner;
    return `${loser === you ? 'You' : nameOf(players, loser)} ${end.deed}, ${winner === you ? 'you win' : `${nameOf(players, winner)} wins`}`;
  }
  return whoWon(outcome, players, you) + (end?.how ?? `: ${outcome.reason.replaceAll('_', ' ')}`);
}

const nameOf = (players: Person[], seat: number): string => players[seat]?.name ?? `seat ${seat + 1}`;

function whoWon({ winners }: Outcome, players: Person[], you: number | null): string {
  const names = winners.map((seat) => nameOf(players, seat));
  if (names.length === 0) return 'Nobody wins';
  if (names.length === players.length && names.length > 1) return 'A draw';
  if (names.length > 1) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} share the win`;
  return winners[0] === you ? 'You win' : `${names[0]} wins`;
}

/** What somebody else wants after the game. */
export function wishText({ who, wish, possible }: WishTold): string {
  if (wish === 'again') return `${who} wants another game`;
  if (wish === 'enough') return `${who} does not want another game`;
  return possible ? `${who} has gone` : `${who} has gone; no rematch`;
}
