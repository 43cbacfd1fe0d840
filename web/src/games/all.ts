// The faces of the games: those in the games' folders, found by pattern, and a plain one for whatever is not drawn there.
import type { Component } from 'svelte';
import type { TableView } from '../table/world';
import type { Answer, State } from '../wire/messages';
import PlainCard from './PlainCard.svelte';

/** A small still picture of a state. */
export interface PictureProps {
  state: State;
}

/** A whole table: the board with all that one plays with. What `act` does is drawn at once; false: it was refused, or nobody plays here. */
export interface PlayProps<Own extends State = State> {
  table: TableView;
  state: Own; // the table's, as its game knows it
  you: number | null;
  onTurn: boolean; // we are to move, and from here
  act: (...moves: string[]) => Promise<boolean>;
  attempt: (move: string) => Promise<Answer>;
}

export interface PlayModule {
  default: Component<PlayProps>;
  /** What a move of this seat makes of a state, as far as it is drawn: until the server tells. */
  afterMove: (state: State, move: string, seat: number) => State;
}

export interface PictureModule {
  default: Component<PictureProps>;
}

const PLAYS = import.meta.glob<PlayModule>('./*/Play.svelte');
const PICTURES = import.meta.glob<PictureModule>('./*/Picture.svelte');
const CARDS = import.meta.glob<Component>('./*/Card.svelte', { eager: true, import: 'default' });

/** What one plays on; loaded when it is first needed. */
export function loadPlay(game: string): Promise<PlayModule> {
  const load = PLAYS[`./${game}/Play.svelte`];
  return load ? load() : import('./PlainPlay.svelte');
}

/** What is seen of a table in the hall; loaded when it is first needed. */
export function loadPicture(game: string): Promise<PictureModule> {
  const load = PICTURES[`./${game}/Picture.svelte`];
  return load ? load() : import('./PlainPicture.svelte');
}

/** What is drawn on the game's big button. */
export const cardOf = (game: string): Component => CARDS[`./${game}/Card.svelte`] ?? PlainCard;
