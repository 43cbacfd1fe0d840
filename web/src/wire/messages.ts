// The words of the browser's protocol (docs/formats/web.md) as types.

export interface Person {
  name: string;
  protocol: string;
}

export interface Player extends Person {
  here: boolean;
}

export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

/** What every game's state has; the rest is the game's own. */
export interface State {
  turn: number | null;
  outcome: Outcome | null;
  [member: string]: unknown;
}

export interface LogLine {
  seq: number;
  who: number | null;
  text: string | null;
  label: string;
  points: number | null;
}

export interface Bot {
  level: string;
  about: string;
}

export interface GameKind {
  game: string;
  seats: [number, number];
  options: { options: string; label: string; seats: [number, number] }[];
  bots: Bot[];
}

export interface HallLobby {
  game: string;
  options: string;
  lobby: string;
  seats: number;
  present: Person[];
  playing: boolean;
}

export interface HallTable {
  table: number;
  game: string;
  options: string;
  players: Person[];
  acts: number;
  outcome: Outcome | null;
  closed?: number;
  state?: State;
}

export interface ReplayStep {
  seq: number;
  log: LogLine[];
  state?: State;
  patch?: Partial<State>;
}

export interface Replay {
  table: number;
  game: string;
  options: string;
  players: Person[];
  opened: number;
  closed: number;
  outcome: Outcome;
  steps: ReplayStep[];
  next: number | null; // from where to ask on
}

export interface Answer {
  type: 'answer';
  id: number;
  ok: boolean;
  code?: string;
  text?: string;
  points?: number;
  words?: string[];
  replay?: Replay;
}

export interface Welcome {
  type: 'welcome';
  version: number;
  name: string;
  accounts: boolean; // whether there are any
  account: string | null; // to which we are signed in
  games: GameKind[];
}

export interface Hall {
  type: 'hall';
  lobbies: HallLobby[];
  tables: HallTable[];
  running: number; // how many there are, also those not among the tables
  finished: HallTable[];
}

export interface Lobby {
  type: 'lobby';
  game: string;
  options: string;
  lobby: string;
  seats: number;
  present: string[];
  change: 'came' | 'left';
  who: string;
}

export interface Table {
  type: 'table';
  table: number;
  game: string;
  options: string;
  seq: number;
  hash: string;
  you: number | null;
  players: Player[];
  log: LogLine[];
  state: State;
}

export interface Update {
  type: 'update';
  table: number;
  seq: number;
  hash: string;
  log: LogLine[];
  patch: Partial<State>;
}

export type Wish = 'again' | 'enough';

/** Everything that the server tells, but answers. */
export type Told =
  | Welcome
  | Hall
  | Lobby
  | Table
  | Update
  | { type: 'renamed'; from: string; to: string }
  | { type: 'presence'; table: number; seat: number; here: boolean }
  | { type: 'account'; account: string | null }
  | { type: 'said'; from: string; text: string }
  | { type: 'agreed'; wish: Wish }
  | { type: 'closed'; table: number }
  | { type: 'elsewhere' }
  | { type: 'error'; code: string; text: string };

export type Message = Told | Answer;

export interface Seek {
  ask: 'seek';
  game: string;
  options?: string;
  seats?: number;
  lobby?: string;
  make?: 'if_none' | 'always' | 'never';
  ready?: boolean;
  bots?: string[];
}

/** What is asked about our account. */
export type AccountRequest =
  | { ask: 'register'; name: string; password: string }
  | { ask: 'sign_in'; name: string; password: string }
  | { ask: 'sign_out' }
  | { ask: 'password'; old: string; new: string }
  | { ask: 'close_account'; password: string };

/** A request without its id, which the connection gives it. */
export type Request =
  | Seek
  | AccountRequest
  | { ask: 'name'; name: string }
  | { ask: 'hall'; on: boolean }
  | { ask: 'ready' }
  | { ask: 'leave' }
  | { ask: 'move'; move: string; after: number }
  | { ask: 'try'; move: string }
  | { ask: 'rematch'; wish: Wish }
  | { ask: 'say'; text: string }
  | { ask: 'watch'; table: number }
  | { ask: 'replay'; table: number; from: number }
  | { ask: 'since'; seq: number };
