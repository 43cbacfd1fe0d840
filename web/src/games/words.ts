// What the games' folders say of their games, besides the pictures: found by pattern, there is no list.
import { capital } from '../table/words';
import type { Color, State } from '../wire/messages';

/** All that can be said; a game without any of it works, too. */
export interface Words {
  /** Left out: the words of the game's key, with a capital letter. */
  title?: string;
  /** How each seat is called, where it has a name. */
  seats?: string[];
  /** Which seat one may ask for, and how that is said. */
  colors?: [Color, string][];
  /** One may resign, offer a draw and ask to take moves back. */
  offers?: true;
  /** The list of moves has two columns, one for each of two players. */
  pairs?: true;
  /** Files besides JSON that the server writes of a game with so many players. */
  formats?: (players: number) => string[];
  /** The points of each seat while the game goes on; left out: the state's `scores`, if it has any. */
  scores?: (state: State) => number[];
}

const ALL = import.meta.glob<Words>('./*/words.ts', { eager: true, import: 'default' });

export const wordsOf = (game: string): Words => ALL[`./${game}/words.ts`] ?? {};

export const gameName = (game: string): string => wordsOf(game).title ?? capital(game.replaceAll(/[-_]/g, ' '));

/** The formats in which a game can be taken home. */
export const formatsOf = (game: string, players: number): string[] => [...(wordsOf(game).formats?.(players) ?? []), 'json'];

/** The points of each seat; null where the game has none. */
export function scoresOf(game: string, state: State): number[] | null {
  const last = state.outcome?.scores ?? [];
  const scores = last.length > 0 ? last : (wordsOf(game).scores?.(state) ?? state['scores']);
  return Array.isArray(scores) ? scores : null;
}
