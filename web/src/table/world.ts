// All that the page knows, and how each message of the server changes it. Pure.
import { hashOf } from '../wire/codec';
import type { Hall, Lobby, LogLine, Player, State, Table, Told, Update, Welcome, Wish } from '../wire/messages';

/** A table as the page sees it. */
export interface TableView {
  table: number;
  game: string;
  options: string;
  seq: number;
  you: number | null;
  players: Player[];
  log: LogLine[];
  state: State;
  wished: Wish | null; // what we answered about another game
  agreed: Wish | null; // what everybody did
  closed: boolean;
}

export interface ChatLine {
  from: string;
  text: string;
}

export interface World {
  welcome: Welcome | null;
  name: string;
  account: string | null; // to which we are signed in
  hall: Hall | null;
  lobby: Lobby | null;
  table: TableView | null;
  chat: ChatLine[];
  error: string | null;
}

export const NOTHING: World = {
  welcome: null, name: '', account: null, hall: null, lobby: null, table: null, chat: [], error: null,
};

const CHAT_KEPT = 200;

/** What came of a message. `heal`: our picture of the table is wrong from this seq on, ask for it anew. */
export interface Step {
  world: World;
  heal?: number;
}

export function reduce(world: World, message: Told): Step {
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
      return { world: seat(world, message) };
    case 'update':
      return update(world, message);
    case 'account':
      return { world: { ...world, account: message.account } };
    case 'presence':
      return { world: onTable(world, message.table, (table) => present(table, message.seat, message.here)) };
    case 'said':
      return { world: { ...world, chat: [...world.chat, { from: message.from, text: message.text }].slice(-CHAT_KEPT) } };
    case 'agreed':
      return { world: world.table ? { ...world, table: { ...world.table, agreed: message.wish } } : world };
    case 'closed':
      return { world: onTable(world, message.table, (table) => ({ ...table, closed: true })) };
    case 'error':
      return { world: { ...world, error: message.text } };
    case 'elsewhere':
      return { world };
  }
}

/** We have left lobby and table by our own wish. */
export function afterLeaving(world: World): World {
  return { ...world, lobby: null, table: null, chat: [] };
}

/** We have said whether we want another game. */
export function afterWish(world: World, wish: Wish): World {
  return world.table ? { ...world, table: { ...world.table, wished: wish } } : world;
}

function seat(world: World, told: Table): World {
  const { type: _, hash: __, ...rest } = told;
  const same = world.table?.table === told.table ? world.table : null;
  const table: TableView = { ...rest, wished: same?.wished ?? null, agreed: same?.agreed ?? null, closed: false };
  return { ...world, table, lobby: told.you === null ? world.lobby : null, chat: same || world.lobby ? world.chat : [] };
}

function update(world: World, told: Update): Step {
  const table = world.table;
  if (table === null || table.table !== told.table || told.seq <= table.seq) return { world };
  if (told.seq !== table.seq + 1) return { world, heal: table.seq };
  const state = { ...table.state, ...told.patch } as State;
  if (hashOf(state) !== told.hash) return { world, heal: table.seq };
  return { world: { ...world, table: { ...table, seq: told.seq, state, log: [...table.log, ...told.log] } } };
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
