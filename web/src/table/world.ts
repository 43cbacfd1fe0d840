// All that the page knows, and how each message of the server changes it. Pure.
import { hashOf } from '../wire/codec';
import { follow, type Wiretap } from './wiretap';
import type { Clock, Connection, Hall, Lobby, LogLine, OfferTold, Player, Proposal, State, Table, Told, Update, Welcome, Wish, WishTold } from '../wire/messages';

/** Clocks as they stood at a moment of the page's own time, in milliseconds. */
export interface ClockView extends Clock {
  rule: string;
  at: number;
}

/** A table as the page sees it. */
export interface TableView {
  table: number;
  game: string;
  options: string;
  seq: number;
  you: number | null;
  screen?: true;
  players: Player[];
  deal: string;
  log: LogLine[];
  state: State;
  clock: ClockView | null;
  offer: { who: number; what: Proposal } | null; // that waits for its answer
  wished: Wish | null; // what we answered about another game
  agreed: Wish | null; // what everybody did
  wishes: WishTold[]; // what others have said about it, the last of each
  closed: boolean;
}

export interface ChatLine {
  from: string;
  text: string;
  past?: true; // was said before we came
}

export interface World {
  welcome: Welcome | null;
  name: string;
  account: string | null; // to which we are signed in
  hall: Hall | null;
  lobby: Lobby | null;
  table: TableView | null;
  chat: ChatLine[];
  connections: Connection[];
  wiretap: Wiretap | null; // what is said on the connection that we look at
  error: string | null;
}

export const NOTHING: World = {
  welcome: null, name: '', account: null, hall: null, lobby: null, table: null, chat: [], connections: [], wiretap: null, error: null,
};

const CHAT_KEPT = 200;

/** What came of a message. `heal`: our picture of the table is wrong from this seq on, ask for it anew. */
export interface Step {
  world: World;
  heal?: number;
}

/** `now` is the page's own time, from which clocks count on. */
export function reduce(world: World, message: Told, now = 0): Step {
  switch (message.type) {
    case 'welcome':
      return { world: { ...world, welcome: message, name: message.name, account: message.account, lobby: null } };
    case 'hall':
      return { world: { ...world, hall: message } };
    case 'lobby':
      return { world: { ...world, lobby: message } };
    case 'renamed':
      return { world: rename(world, message.from, message.to) };
    case 'table':
      return { world: seat(world, message, now) };
    case 'update':
      return update(world, message, now);
    case 'account':
      return { world: { ...world, account: message.account } };
    case 'presence':
      return { world: onTable(world, message.table, (table) => present(table, message.seat, message.here)) };
    case 'clock':
      return { world: onTable(world, message.table, (table) => ({ ...table, clock: clockAt(table.clock, message, now) })) };
    case 'offer':
      return { world: onTable(world, message.table, (table) => ({ ...table, offer: offerAfter(message) })) };
    case 'said':
      return { world: { ...world, chat: [...world.chat, { from: message.from, text: message.text }].slice(-CHAT_KEPT) } };
    case 'wish':
      return { world: world.table ? { ...world, table: heard(world.table, message) } : world };
    case 'talk':
      return { world: { ...world, chat: message.lines.map((line) => ({ ...line, past: true as const })) } };
    case 'left':
      return { world: afterLeft(world) };
    case 'agreed':
      return { world: world.table ? { ...world, table: { ...world.table, agreed: message.wish } } : world };
    case 'closed':
      return { world: onTable(world, message.table, (table) => ({ ...table, closed: true })) };
    case 'connections':
      return { world: { ...world, connections: message.connections } };
    case 'wire':
      return { world: { ...world, wiretap: follow(world.wiretap, message) } };
    case 'error':
      return { world: { ...world, error: message.text } };
    case 'elsewhere':
    case 'renew':
      return { world };
  }
}

/** Whether we have a seat there, and not only see with the eyes of one. */
export function isSeated(table: TableView): boolean {
  return table.you !== null && !table.screen;
}

/** Whether we are to move. */
export function isOnTurn(table: TableView): boolean {
  return isSeated(table) && table.state.turn === table.you;
}

/** Whether there can be another game with those at the table. */
export function canPlayAgain(table: TableView): boolean {
  return table.agreed !== 'enough' && table.wishes.every(({ possible }) => possible);
}

/** We have left lobby and table by our own wish. */
export function afterLeaving(world: World): World {
  return { ...world, lobby: null, table: null, chat: [] };
}

/** We have left lobby and table in another window; what was played there can still be looked at. */
function afterLeft(world: World): World {
  const table = world.table && isSeated(world.table) ? { ...world.table, closed: true } : world.table;
  return { ...world, lobby: null, table };
}

/** We look at no table any more at which we have no seat. */
export function afterWatching(world: World): World {
  return world.table && !isSeated(world.table) ? { ...world, table: null, chat: [] } : world;
}

/** We have said whether we want another game. */
export function afterWish(world: World, wish: Wish): World {
  return world.table ? { ...world, table: { ...world.table, wished: wish } } : world;
}

function seat(world: World, told: Table, now: number): World {
  const { type: _, hash: __, began: ___, shown: ____, ...rest } = told;
  const same = world.table?.table === told.table ? world.table : null;
  const clock = told.clock && { ...told.clock, at: now };
  const table: TableView = { ...rest, clock, offer: null, wished: same?.wished ?? null, agreed: same?.agreed ?? null, wishes: same?.wishes ?? [], closed: false };
  return { ...world, table, lobby: told.you === null || told.screen ? world.lobby : null, chat: same || world.lobby ? world.chat : [] };
}

function update(world: World, told: Update, now: number): Step {
  const table = world.table;
  if (table === null || table.table !== told.table || told.seq <= table.seq) return { world };
  if (told.seq !== table.seq + 1) return { world, heal: table.seq };
  const state = { ...table.state, ...told.patch } as State;
  if (hashOf(state) !== told.hash) return { world, heal: table.seq };
  const clock = told.clock ? clockAt(table.clock, told.clock, now) : table.clock;
  // Whatever was agreed on is no longer offered; what has lapsed is told.
  const agreed = state.outcome !== null || told.log.some((line) => line.takes_back);
  const offer = agreed ? null : table.offer;
  return { world: { ...world, table: { ...table, seq: told.seq, state, log: [...table.log, ...told.log], clock, offer } } };
}

function clockAt(before: ClockView | null, { remaining, running }: Clock, at: number): ClockView {
  return { rule: before?.rule ?? '', remaining, running, at };
}

function offerAfter({ who, what, fate }: OfferTold): TableView['offer'] {
  return fate === 'made' ? { who, what } : null;
}

function heard(table: TableView, wish: WishTold): TableView {
  return { ...table, wishes: [...table.wishes.filter(({ who }) => who !== wish.who), wish] };
}

function onTable(world: World, table: number, change: (table: TableView) => TableView): World {
  return world.table?.table === table ? { ...world, table: change(world.table) } : world;
}

function present(table: TableView, seat: number, here: boolean): TableView {
  return { ...table, players: table.players.map((player, at) => (at === seat ? { ...player, here } : player)) };
}

function rename(world: World, from: string, to: string): World {
  const changed = <P extends { name: string }>(person: P): P => (person.name === from ? { ...person, name: to } : person);
  return {
    ...world,
    name: world.name === from ? to : world.name,
    lobby: world.lobby && { ...world.lobby, present: world.lobby.present.map((name) => (name === from ? to : name)) },
    table: world.table && { ...world.table, players: world.table.players.map(changed) },
  };
}
