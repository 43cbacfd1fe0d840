// Which games have a picture, each loaded when it is first needed.
import type { Component } from 'svelte';
import type { TableView } from '../table/world';
import type { Answer, State } from '../wire/messages';

/** A small still picture of a state. */
export interface PictureProps {
  state: State;
}

/** A whole table: the board with all that one plays with. Who watches has no seat and no `act`. */
export interface PlayProps {
  table: TableView;
  act: (move: string) => Promise<boolean>;
  attempt: (move: string) => Promise<Answer>;
}

interface Face {
  picture: () => Promise<{ default: Component<PictureProps> }>;
  play: () => Promise<{ default: Component<PlayProps> }>;
}

export const FACES: Record<string, Face> = {
  chess: { picture: () => import('./chess/Picture.svelte'), play: () => import('./chess/Play.svelte') },
  scrabble: { picture: () => import('./scrabble/Picture.svelte'), play: () => import('./scrabble/Play.svelte') },
  spectrangle: { picture: () => import('./spectrangle/Picture.svelte'), play: () => import('./spectrangle/Play.svelte') },
  shelfie: { picture: () => import('./shelfie/Picture.svelte'), play: () => import('./shelfie/Play.svelte') },
};
