// Which games have a picture, each loaded when it is first needed.
import type { Component } from 'svelte';
import type { TableView } from '../table/world';
import type { Answer, State } from '../wire/messages';

/** A small still picture of a state. */
export interface PictureProps {
  state: State;
}

/** A whole table: the board with all that one plays with. What `act` does is drawn at once; false: it was refused, or nobody plays here. */
export interface PlayProps {
  table: TableView;
  act: (...moves: string[]) => Promise<boolean>;
  attempt: (move: string) => Promise<Answer>;
}

export interface FaceModule {
  default: Component<PlayProps>;
  /** What a move of this seat makes of a state, as far as it is drawn: until the server tells. */
  afterMove: (state: State, move: string, seat: number) => State;
}

interface Face {
  picture: () => Promise<{ default: Component<PictureProps> }>;
  play: () => Promise<FaceModule>;
}

export const FACES: Record<string, Face> = {
  chess: { picture: () => import('./chess/Picture.svelte'), play: () => import('./chess/Play.svelte') },
  scrabble: { picture: () => import('./scrabble/Picture.svelte'), play: () => import('./scrabble/Play.svelte') },
  spectrangle: { picture: () => import('./spectrangle/Picture.svelte'), play: () => import('./spectrangle/Play.svelte') },
  shelfie: { picture: () => import('./shelfie/Picture.svelte'), play: () => import('./shelfie/Play.svelte') },
};
