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
  takes_back?: number; // so many moves before this line no longer stand
  leftovers?: [number, number][]; // seat and points for the tiles that were left at the end
}

/** How clocks stand when it is told: milliseconds by seat, and whose time runs from then on. */
export interface Clock {
  remaining: number[];
  running: number | null;
}

export type Proposal = 'draw' | 'takeback';

export interface Bot {
  level: string;
  about: string;
}

export interface GameKind {
  game: string;
  seats: [number, number];
  options: { options: string; label: string; seats: [number, number] }[];
  bots: Bot[];
  clock: string; // what the host has set, '' for none
}

export interface HallLobby {
  game: string;
  options: string;
  lobby: string;
  seats: number;
  present: Person[];
  clock: string;
  playing: boolean;
}

export interface HallTable {
  table: number;
  game: string;
  options: string;
  clock: string;
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
  remaining?: number[];
}

export interface Replay {
  table: number;
  game: string;
  options: string;
  clock: string;
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
  transcript?: string;
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
  clock: string;
  lobby: string;
  seats: number;
  present: string[];
  change: 'came' | 'left';
  who: string;
  ready: boolean; // whether we are
}

export interface Table {
  type: 'table';
  table: number;
  game: string;
  options: string;
  seq: number;
  hash: string;
  you: number | null;
  screen?: true; // we see with the eyes of that seat, and cannot play
  began?: true; // the game begins now
  shown?: true; // another page of this browser shows it already
  players: Player[];
  clock: (Clock & { rule: string }) | null;
  deal: string; // the commitment to it, 64 hexadecimal digits
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
  clock?: Clock;
}

export interface ClockTold extends Clock {
  type: 'clock';
  table: number;
}

export interface OfferTold {
  type: 'offer';
  table: number;
  who: number;
  what: Proposal;
  fate: 'made' | 'declined' | 'withdrawn' | 'lapsed';
}

/** Somebody else at a finished game wants another, does not, or is gone. */
export interface WishTold {
  type: 'wish';
  who: string;
  wish: Wish | 'gone';
  possible: boolean; // another game may still come about
}

/** A wire connection that comes from our own address. */
export interface Connection {
  connection: number;
  protocol: string;
  address: string;
  name: string;
  table: number | null;
  seat: number | null;
  plays: boolean;
  since: number;
  closed: number | null;
  messages: number;
  refused: number;
  link: string | null;
}

/** Why the server refused what a client sent, and the sentence that it broke. */
export interface Refusal {
  code: string;
  why: string;
  cite: string;
  sentence: string;
}

export interface WireLine {
  at: number;
  from: 'client' | 'server';
  text: string;
  refused: Refusal | null;
}

export interface Wire {
  type: 'wire';
  connection: number;
  missed: number;
  lines: WireLine[];
}

export type Wish = 'again' | 'enough';

/** Everything that the server tells, but answers. */
export type Told =
  | Welcome
  | Hall
  | Lobby
  | Table
  | Update
  | ClockTold
  | OfferTold
  | WishTold
  | { type: 'renamed'; from: string; to: string }
  | { type: 'presence'; table: number; seat: number; here: boolean }
  | { type: 'account'; account: string | null }
  | { type: 'said'; from: string; text: string }
  | { type: 'talk'; lines: { from: string; text: string }[] }
  | { type: 'left' }
  | { type: 'renew'; word: string }
  | { type: 'agreed'; wish: Wish }
  | { type: 'connections'; connections: Connection[] }
  | Wire
  | { type: 'closed'; table: number }
  | { type: 'elsewhere' }
  | { type: 'error'; code: string; text: string };

export type Message = Told | Answer;

export type Color = 'white' | 'black' | 'random';

export interface Seek {
  ask: 'seek';
  game: string;
  options?: string;
  seats?: number;
  lobby?: string;
  make?: 'if_none' | 'always' | 'never';
  ready?: boolean;
  bots?: string[];
  clock?: string; // '' or left out: what the host has set
  color?: Color; // where seats have colours; left out: as people come
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
  | { ask: 'leave'; table?: number }
  | { ask: 'resign' }
  | { ask: 'ping' }
  | { ask: 'move'; move: string; after: number }
  | { ask: 'offer'; what: Proposal }
  | { ask: 'reply'; accept: boolean }
  | { ask: 'try'; move: string }
  | { ask: 'rematch'; wish: Wish }
  | { ask: 'say'; text: string }
  | { ask: 'watch'; table: number }
  | { ask: 'watch'; off: true }
  | { ask: 'connections'; on: boolean }
  | { ask: 'inspect'; connection: number }
  | { ask: 'inspect'; off: true }
  | { ask: 'transcript'; connection: number }
  | { ask: 'screen'; link: string }
  | { ask: 'replay'; table: number; from: number }
  | { ask: 'since'; seq: number };
