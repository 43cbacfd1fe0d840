// What each message makes of the page's world.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentsOf } from '../src/table/replay';
import { outcomeText, wishText } from '../src/table/words';
import { follow, refusedOnly } from '../src/table/wiretap';
import { afterLeaving, afterWatching, afterWish, canPlayAgain, isSeated, NOTHING, reduce, type World } from '../src/table/world';
import { hashOf } from '../src/wire/codec';
import type { Replay, State, Table, Told, Update, WireLine } from '../src/wire/messages';

const STATE: State = { turn: 0, outcome: null, fen: 'start', moves: [['e2e4', 'e4']] };
const TABLE: Table = {
  type: 'table', table: 12, game: 'tarot', options: '', seq: 5, hash: hashOf(STATE), you: 0, deal: '',
  players: [{ name: 'anna', protocol: 'web', here: true }, { name: 'bert', protocol: 'wire', here: true }],
  clock: null, log: [{ seq: 1, who: 0, text: 'e2e4', label: 'e4', points: null }], state: STATE,
};

const after = (...messages: Told[]): World => messages.reduce<World>((world, message) => reduce(world, message).world, NOTHING);

function update(seq: number, patch: Partial<State>, hash = hashOf({ ...STATE, ...patch } as State)): Update {
  return { type: 'update', table: 12, seq, hash, log: [{ seq, who: 1, text: 'x', label: `move ${seq}`, points: null }], patch };
}

test('an update is merged and logged', () => {
  const { world, heal } = reduce(after(TABLE), update(6, { turn: 1, fen: 'later' }));
  assert.equal(heal, undefined);
  assert.deepEqual(world.table?.state, { turn: 1, outcome: null, fen: 'later', moves: [['e2e4', 'e4']] });
  assert.deepEqual(world.table?.log.map((line) => line.label), ['e4', 'move 6']);
  assert.equal(world.table?.seq, 6);
});

test('a jump asks for the whole and changes nothing', () => {
  const before = after(TABLE);
  const { world, heal } = reduce(before, update(7, { turn: 1 }));
  assert.equal(heal, 5);
  assert.equal(world, before);
});

test('a wrong hash asks for the whole and changes nothing', () => {
  const before = after(TABLE);
  const { world, heal } = reduce(before, update(6, { turn: 1 }, '00000000'));
  assert.equal(heal, 5);
  assert.equal(world, before);
});

test('what is known already, or of another table, is passed over', () => {
  const before = after(TABLE);
  assert.deepEqual(reduce(before, update(5, { turn: 1 })), { world: before });
  assert.deepEqual(reduce(before, { ...update(6, {}), table: 13 }), { world: before });
  assert.deepEqual(reduce(NOTHING, update(6, {})), { world: NOTHING });
});

test('the whole picture heals, and keeps what we wished', () => {
  const wished = afterWish(after(TABLE), 'again');
  const { world } = reduce(wished, { ...TABLE, seq: 9, state: { ...STATE, turn: null } });
  assert.equal(world.table?.seq, 9);
  assert.equal(world.table?.wished, 'again');
  assert.equal(world.table?.state.turn, null);
  const other = reduce(wished, { ...TABLE, table: 13 }).world;
  assert.equal(other.table?.wished, null);
});

test('names change everywhere', () => {
  const lobby: Told = { type: 'lobby', game: 'tarot', options: '', clock: '', lobby: '1', seats: 2, present: ['guest-3'], change: 'came', who: 'guest-3', ready: true };
  const world = after({ type: 'welcome', version: 1, name: 'guest-3', accounts: true, account: null, games: [] }, lobby, { type: 'renamed', from: 'guest-3', to: 'eve' });
  assert.equal(world.name, 'eve');
  assert.deepEqual(world.lobby?.present, ['eve']);
  const seated = reduce(after(TABLE), { type: 'renamed', from: 'bert', to: 'bob' }).world;
  assert.deepEqual(seated.table?.players.map((player) => player.name), ['anna', 'bob']);
  assert.equal(seated.name, '');
});

test('presence is of one seat of our table', () => {
  const world = after(TABLE, { type: 'presence', table: 12, seat: 1, here: false });
  assert.deepEqual(world.table?.players.map((player) => player.here), [true, false]);
  assert.deepEqual(after(TABLE, { type: 'presence', table: 9, seat: 1, here: false }), after(TABLE));
});

test('a table ends the lobby; leaving ends both', () => {
  const lobby: Told = { type: 'lobby', game: 'tarot', options: '', clock: '', lobby: '1', seats: 2, present: ['anna'], change: 'came', who: 'anna', ready: true };
  const said: Told = { type: 'said', from: 'bert', text: '<b>hi</b>' };
  const world = after(lobby, said, TABLE);
  assert.equal(world.lobby, null);
  assert.deepEqual(world.chat, [{ from: 'bert', text: '<b>hi</b>' }]);
  assert.deepEqual(afterLeaving(world), { ...world, lobby: null, table: null, chat: [] });
});

test('talk is kept, but not for ever, and not from one table to the next', () => {
  const many = Array.from({ length: 250 }, (_, at): Told => ({ type: 'said', from: 'a', text: String(at) }));
  const world = after(TABLE, ...many);
  assert.equal(world.chat.length, 200);
  assert.equal(world.chat.at(-1)?.text, '249');
  assert.deepEqual(reduce(world, { ...TABLE, table: 13 }).world.chat, []);
});

test('what was said of late takes the place of what we heard, and is not new', () => {
  const said: Told = { type: 'said', from: 'bert', text: 'hi' };
  const world = after(TABLE, said, TABLE, { type: 'talk', lines: [{ from: 'bert', text: 'hi' }, { from: 'bert', text: 'there?' }] }, said);
  assert.deepEqual(world.chat.map(({ text, past }) => [text, past]), [['hi', true], ['there?', true], ['hi', undefined]]);
});

test('what was left in another window is left here, but can be looked at', () => {
  const lobby: Told = { type: 'lobby', game: 'tarot', options: '', clock: '', lobby: '1', seats: 2, present: ['anna'], change: 'came', who: 'anna', ready: true };
  assert.equal(after(lobby, { type: 'left' }).lobby, null);
  assert.equal(after(TABLE, { type: 'left' }).table?.closed, true);
  assert.equal(after({ ...TABLE, you: null }, { type: 'left' }).table?.closed, false, 'what we watch goes on');
});

test('who turns away from a table forgets it, unless the seat is our own', () => {
  assert.equal(afterWatching(after({ ...TABLE, you: null })).table, null);
  assert.equal(afterWatching(after({ ...TABLE, screen: true })).table, null);
  assert.equal(afterWatching(after(TABLE)).table?.table, 12);
});

test('agreed, closed, error', () => {
  assert.equal(after(TABLE, { type: 'agreed', wish: 'again' }).table?.agreed, 'again');
  assert.equal(after(TABLE, { type: 'closed', table: 12 }).table?.closed, true);
  assert.equal(after(TABLE, { type: 'closed', table: 11 }).table?.closed, false);
  assert.equal(after({ type: 'error', code: 'malformed', text: 'what?' }).error, 'what?');
  assert.deepEqual(after(TABLE, { type: 'elsewhere' }), after(TABLE));
});

test('a replay is a list of states', () => {
  const replay = {
    table: 1, game: 'tarot', options: '', clock: '60+2', players: [], opened: 0, closed: 1, outcome: { winners: [], scores: [], reason: 'left' },
    steps: [
      { seq: 0, log: [], state: STATE, remaining: [60000, 60000] },
      { seq: 1, log: [{ seq: 1, who: 0, text: 'e2e4', label: 'e4', points: null }], patch: { turn: 1 } },
      { seq: 2, log: [{ seq: 2, who: 1, text: 'e7e5', label: 'e5', points: null }], patch: { fen: 'end' } },
    ],
    next: null,
  } satisfies Replay;
  const moments = momentsOf(replay);
  assert.deepEqual(moments.map(({ state }) => [state.turn, state['fen']]), [[0, 'start'], [1, 'start'], [1, 'end']]);
  assert.deepEqual(moments[2]!.log.map((line) => line.label), ['e4', 'e5']);
  assert.deepEqual([moments[0]!.remaining, moments[1]!.remaining], [[60000, 60000], null]);
});

test('the end in words', () => {
  const people = ['anna', 'bert', 'cleo'].map((name) => ({ name, protocol: 'web' }));
  const says = (winners: number[], reason: string, you: number | null = null, players = 2) =>
    outcomeText({ winners, scores: [0, 0], reason }, people.slice(0, players), you);
  assert.equal(says([0], 'checkmate', 0), 'You win by checkmate');
  assert.equal(says([0], 'checkmate', 1), 'anna wins by checkmate');
  assert.equal(says([0, 1], 'stalemate', 1), 'A draw by stalemate');
  assert.equal(says([], 'abandoned'), 'Nobody wins: nobody came back');
  assert.equal(says([1], 'resigned'), 'anna resigned, bert wins');
  assert.equal(says([1], 'resigned', 0), 'You resigned, bert wins');
  assert.equal(says([1], 'left', 1), 'anna left, you win');
  assert.equal(says([0, 1], 'time'), 'A draw: a player ran out of time');
  assert.equal(says([1], 'left', 1, 3), 'You win: a player left');
  assert.equal(says([0, 2], 'out', 1, 3), 'anna and cleo share the win: all tiles are played');
  assert.equal(says([0], 'finished'), 'anna wins');
  assert.equal(says([0], 'struck_by_lightning'), 'anna wins: struck by lightning');
});

test('what others want after a game is kept, the last of each', () => {
  const wish = (who: string, what: 'again' | 'enough' | 'gone', possible: boolean): Told => ({ type: 'wish', who, wish: what, possible });
  const asked = after(TABLE, wish('bert', 'again', true)).table!;
  assert.deepEqual(asked.wishes.map(wishText), ['bert wants another game']);
  assert.equal(canPlayAgain(asked), true);
  const gone = after(TABLE, wish('bert', 'again', true), wish('bert', 'gone', false)).table!;
  assert.deepEqual(gone.wishes.map(wishText), ['bert has gone; no rematch']);
  assert.equal(canPlayAgain(gone), false);
  const waits = after(TABLE, wish('bert', 'gone', true)).table!;
  assert.deepEqual([waits.wishes.map(wishText), canPlayAgain(waits)], [['bert has gone'], true]);
  assert.deepEqual(after(TABLE, wish('bert', 'enough', false)).table!.wishes.map(wishText), ['bert does not want another game']);
  assert.deepEqual(after(TABLE, wish('bert', 'again', true), { ...TABLE, table: 99 }).table!.wishes, [], 'of the last game');
});

test('the welcome and what follows say to which account we are signed in', () => {
  const welcome: Told = { type: 'welcome', version: 1, name: 'Anna', accounts: true, account: 'Anna', games: [] };
  assert.equal(after(welcome).account, 'Anna');
  assert.equal(after(welcome, { type: 'account', account: null }).account, null);
  assert.equal(after({ ...welcome, account: null }, { type: 'account', account: 'Bert' }).account, 'Bert');
  assert.equal(after(welcome, { ...welcome, name: 'guest-1', account: null }).account, null, 'signed out elsewhere');
});

const wireLine = (from: 'client' | 'server', text: string, code = ''): WireLine => ({
  at: 1, from, text, refused: code ? { code, why: '', cite: 'wire.md', sentence: 'No.' } : null,
});

test('what is said on a wire is added, and on another begins anew', () => {
  const one = after({ type: 'wire', connection: 3, missed: 2, lines: [wireLine('client', 'a'), wireLine('server', 'b')] });
  const two = reduce(one, { type: 'wire', connection: 3, missed: 0, lines: [wireLine('client', 'c')] }).world;
  assert.deepEqual(two.wiretap?.lines.map(({ number, text }) => `${number}${text}`), ['1a', '2b', '3c']);
  assert.equal(two.wiretap?.missed, 2);
  const other = reduce(two, { type: 'wire', connection: 4, missed: 0, lines: [wireLine('client', 'd')] }).world;
  assert.deepEqual(other.wiretap?.lines.map(({ number, text }) => `${number}${text}`), ['1d']);
});

test('of many messages the last are kept, and the others are counted', () => {
  const many = Array.from({ length: 2500 }, (_, at) => wireLine('client', String(at)));
  const tap = follow(null, { type: 'wire', connection: 1, missed: 7, lines: many });
  assert.equal(tap.lines.length, 2000);
  assert.equal(tap.missed, 507);
  assert.equal(tap.lines[0]?.text, '500');
});

test('the filter shows each refusal with what caused it', () => {
  const lines = [
    wireLine('client', 'fine'), wireLine('server', 'ok'), wireLine('client', 'wrong'), wireLine('server', 'ERROR', 'malformed'),
    wireLine('server', 'news'), wireLine('server', 'ERROR', 'late'), wireLine('client', 'after'),
  ];
  assert.deepEqual(refusedOnly(lines).map(({ text }) => text), ['wrong', 'ERROR', 'ERROR']);
});

test('who sees with the eyes of a seat does not sit there, and keeps the lobby', () => {
  const world = after({ ...TABLE, screen: true });
  assert.equal(world.table?.you, 0);
  assert.equal(isSeated(world.table!), false);
  assert.equal(isSeated(after(TABLE).table!), true);
});

test('connections are as they were told last', () => {
  const one = {
    connection: 1, protocol: 'wire', address: '127.0.0.1:5000', name: 'guest-1', table: null, seat: null, plays: false, since: 1,
    closed: null, messages: 0, refused: 0, link: null,
  };
  const world = after({ type: 'connections', connections: [one] }, { type: 'connections', connections: [{ ...one, messages: 2 }] });
  assert.deepEqual(world.connections.map(({ messages }) => messages), [2]);
});
