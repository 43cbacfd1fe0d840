// How games, levels and ends are called when one speaks to people.
import type { Outcome, Person } from '../wire/messages';

const GAMES: Record<string, string> = {
  chess: 'Chess', scrabble: 'Scrabble', spectrangle: 'Spectrangle', shelfie: 'My Shelfie',
};

const REASONS: Record<string, string> = {
  checkmate: 'checkmate', stalemate: 'stalemate', dead: 'nobody can win any more', fivefold: 'fivefold repetition',
  seventyfive: '75 moves without progress', claimed: 'draw claimed', left: 'a player left', time: 'time is up', agreement: 'agreed', abandoned: 'abandoned',
  out: 'all tiles are out', stuck: 'nobody can play', scoreless: 'too long without a word', passed: 'passed twice',
};

export const gameName = (game: string): string => GAMES[game] ?? game;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who won, in one sentence; `you` is the reader's seat. */
export function outcomeText(outcome: Outcome, players: Person[], you: number | null): string {
  const reason = REASONS[outcome.reason] ?? outcome.reason.replaceAll('_', ' ');
  return `${whoWon(outcome, players, you)} (${reason})`;
}

function whoWon(outcome: Outcome, players: Person[], you: number | null): string {
  const names = outcome.winners.map((seat) => players[seat]?.name ?? `seat ${seat + 1}`);
  if (names.length === 0) return 'Nobody wins';
  if (names.length === players.length && names.length > 1) return 'A draw';
  if (names.length > 1) return `${names.join(' and ')} share the win`;
  return outcome.winners[0] === you ? 'You win' : `${names[0]} wins`;
}
