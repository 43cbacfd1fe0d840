// Clocks and offers in the page: what is left by now, in figures and words, and what no longer stands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockFigures, clockSpoken, leftAt, ruleText, warningBetween } from '../src/table/clock';
import { hasMoved, inPairs, standing } from '../src/table/log';
import { NOTHING, reduce, type World } from '../src/table/world';
import { hashOf } from '../src/wire/codec';
import type { LogLine, OfferTold, State, Table, Told, Update } from '../src/wire/messages';

const STATE: State = { turn: 0, outcome: null };
const TABLE: Table = {
  type: 'table', table: 12, game: 'tarot', options: '', seq: 0, hash: hashOf(STATE), you: 0, players: [], deal: '', log: [], state: STATE,
  clock: { rule: '60+2', remaining: [50_000, 60_000], running: 0 },
};

const after = (...messages: [number, Told][]): World =>
  messages.reduce<World>((world, [now, message]) => reduce(world, message, now).world, NOTHING);

function update(seq: number, patch: Partial<State>, more: Partial<Update> = {}): Update {
  return { type: 'update', table: 12, seq, hash: hashOf({ ...STATE, ...patch } as State), log: [], patch, ...more };
}

const offer = (fate: OfferTold['fate'], table = 12): OfferTold => ({ type: 'offer', table, who: 1, what: 'draw', fate });
const line = (seq: number, who: number, more: Partial<LogLine> = {}): LogLine => ({ seq, who, text: 'e2e4', label: `move ${seq}`, points: null, ...more });

test('time counts on from when it was told, for whoever it runs', () => {
  const clock = after([1000, TABLE]).table!.clock!;
  assert.deepEqual(clock, { rule: '60+2', remaining: [50_000, 60_000], running: 0, at: 1000 });
  assert.equal(leftAt(clock, 0, 3500), 47_500);
  assert.equal(leftAt(clock, 1, 3500), 60_000);
  assert.equal(leftAt(clock, 0, 99_000), 0);
});

test('an update and a clock set the time anew', () => {
  const moved = after([1000, TABLE], [4000, update(1, { turn: 1 }, { clock: { remaining: [49_000, 60_000], running: 1 } })]);
  assert.deepEqual(moved.table!.clock, { rule: '60+2', remaining: [49_000, 60_000], running: 1, at: 4000 });
  const { world } = reduce(moved, { type: 'clock', table: 12, remaining: [1, 2], running: null }, 5000);
  assert.deepEqual(world.table!.clock, { rule: '60+2', remaining: [1, 2], running: null, at: 5000 });
  assert.equal(reduce(moved, { type: 'clock', table: 11, remaining: [1, 2], running: null }, 5000).world, moved);
  assert.equal(after([0, { ...TABLE, clock: null }], [1, update(1, { turn: 1 })]).table!.clock, null);
});

test('an offer waits until it is answered, lapses, or is agreed on', () => {
  const made = after([0, TABLE], [1, offer('made')]);
  assert.deepEqual(made.table!.offer, { who: 1, what: 'draw' });
  assert.deepEqual(reduce(made, update(1, { turn: 1 })).world.table!.offer, { who: 1, what: 'draw' });
  for (const fate of ['declined', 'withdrawn', 'lapsed'] as const) assert.equal(reduce(made, offer(fate)).world.table!.offer, null);
  assert.equal(reduce(made, offer('declined', 11)).world, made);
  const draw = { outcome: { winners: [0, 1], scores: [], reason: 'agreement' } };
  assert.equal(reduce(made, update(1, draw)).world.table!.offer, null);
  assert.equal(reduce(made, update(1, {}, { log: [line(1, 0, { takes_back: 1 })] })).world.table!.offer, null);
  assert.equal(reduce(made, TABLE).world.table!.offer, null);
});

test('what was taken back does not stand', () => {
  const log = [line(1, 0), line(2, 1), line(3, 0, { takes_back: 2, text: null }), line(4, 0), line(5, 1, { takes_back: 9, text: null })];
  assert.deepEqual(standing(log.slice(0, 4)).map(({ seq }) => seq), [4]);
  assert.deepEqual(standing(log), []);
  assert.equal(hasMoved(log.slice(0, 1), 0), true);
  assert.equal(hasMoved(log.slice(0, 1), 1), false);
  assert.equal(hasMoved(log.slice(0, 3), 0), false);
});

test('each player has a column', () => {
  const columns = (...who: number[]) => inPairs(who.map((each, at) => line(at + 1, each))).map((row) => row.map((each) => each?.seq ?? null));
  assert.deepEqual(columns(0, 1, 0), [[1, 2], [3, null]]);
  assert.deepEqual(columns(0, 1, 1), [[1, 2], [null, 3]]);
  assert.deepEqual(columns(1), [[null, 1]]);
  assert.deepEqual(columns(0, 0), [[1, null], [2, null]]);
});

test('figures, words, warnings', () => {
  assert.deepEqual([0, 9_870, 10_000, 65_999, 600_000, 3_661_000].map(clockFigures), ['0.0', '9.8', '0:10', '1:05', '10:00', '1:01:01']);
  assert.deepEqual([0, 1_000, 62_000, 3_600_000].map(clockSpoken), ['no time', '1 second', '1 minute 2 seconds', '1 hour']);
  assert.deepEqual([warningBetween(30_100, 29_990), warningBetween(29_000, 28_000), warningBetween(10_050, 9_950), warningBetween(40_000, 9_000)], [30, null, 10, 10]);
  assert.equal(warningBetween(5, 0), null);
  assert.deepEqual(['', 'none', '300+0', '180+2', '90+0', '45+1', 'move=60', 'move=30'].map(ruleText),
    ['no clock', 'no clock', '5 min', '3 min + 2 s', '1:30 min', '45 s + 1 s', '1 min a turn', '30 s a turn']);
});
