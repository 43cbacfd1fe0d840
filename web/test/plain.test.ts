// What the plain face makes of a state, and that it can be drawn: of a game that has no folder, and of all that have one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from 'svelte/server';
import { afterMove, cellLabel, gridOf, isFree, membersOf, movesOf } from '../src/games/plain';
import PlainPicture from '../src/games/PlainPicture.svelte';
import PlainPlay from '../src/games/PlainPlay.svelte';
import { isOnTurn, type TableView } from '../src/table/world';
import type { State } from '../src/wire/messages';

const stateWith = (members: object): State => ({ turn: 0, outcome: null, ...members });

test('a board of texts is a grid of equally long rows', () => {
  assert.deepEqual(gridOf(stateWith({ board: ['X.', 'OXO', ''] })), [['X', '.', ' '], ['O', 'X', 'O'], [' ', ' ', ' ']]);
  assert.deepEqual(gridOf(stateWith({ board: ['♟🂡'] })), [['♟', '🂡']], 'a sign may take several units of a text');
  for (const board of [undefined, null, 7, 'X.O', [], [''], [1, 2], ['X', null], { X: 1 }]) assert.equal(gridOf(stateWith({ board })), null);
});

test('cells have labels', () => {
  assert.equal(cellLabel(0, 1, 'X'), 'row 1, column 2, X');
  assert.equal(cellLabel(2, 0, '.'), 'row 3, column 1, free');
  assert.deepEqual(['.', ' ', '-', '_', 'x', '0', '#'].map(isFree), [true, true, true, true, false, false, false]);
});

test('moves are pairs, texts or objects; whatever else stands there is none', () => {
  const pairs = [['a1', 'Drop in column A'], ['pass', '']];
  assert.deepEqual(movesOf(stateWith({ moves: pairs })), [{ move: 'a1', label: 'Drop in column A' }, { move: 'pass', label: 'pass' }]);
  assert.deepEqual(movesOf(stateWith({ moves: ['a1', { move: 'b2', points: 3 }, { move: 'c3', label: 'C' }] })),
    [{ move: 'a1', label: 'a1' }, { move: 'b2', label: 'b2' }, { move: 'c3', label: 'C' }]);
  assert.deepEqual(movesOf(stateWith({ moves: [1, null, [], [2, 'two'], {}] })), []);
  assert.deepEqual(movesOf(stateWith({ moves: [] })), []);
  assert.equal(movesOf(stateWith({})), null);
});

test('everything else is shown by its name', () => {
  const state = stateWith({
    board: ['X.'], moves: [], scores: [3, 5], last_move: 'a1', check: false, paused: true, bag: 0, note: '', held: null, none: [], nothing: {},
    values: { A: 1, B_C: 2 }, hands: [['R1', 'R2'], []], shelves: [['AB', 'CD']], halves: [['ABCDE', 'FGHIJ'], ['KLMNO', 'PQRST']], premiums: ['d...t', '.D.D.'], points: [{ total: 4 }], nested: { one: [1, 2], two: 'x' },
  });
  assert.deepEqual(membersOf(state).map(({ name, lines }) => [name, ...lines]), [
    ['Scores', '3, 5'], ['Last move', 'a1'], ['Check', 'no'], ['Paused', 'yes'], ['Bag', '0'], ['Note', '–'], ['Held', '–'], ['None', '–'], ['Nothing', '–'],
    ['Values', 'A:\u00a01, B C:\u00a02'], ['Hands', 'R1, R2', '–'], ['Shelves', 'AB, CD'], ['Halves', 'ABCDE', 'FGHIJ', '', 'KLMNO', 'PQRST'], ['Premiums', 'd...t', '.D.D.'], ['Points', 'total:\u00a04'], ['Nested', 'one:\u00a01, 2', 'two:\u00a0x'],
  ]);
  assert.deepEqual(membersOf(stateWith({ board: [[1, 2], [3, 4]] })), [{ name: 'Board', lines: ['1, 2', '3, 4'] }], 'a board that cannot be drawn');
});

test('after a move nobody moves again before the server tells', () => {
  assert.deepEqual(afterMove(stateWith({ board: ['X'], moves: [['a', 'A']] })), { turn: null, outcome: null, board: ['X'], moves: [] });
  assert.deepEqual(afterMove(stateWith({})), { turn: null, outcome: null });
});

function tableOf(state: State, you: number | null): TableView {
  const players = ['anna', 'bert'].map((name) => ({ name, protocol: 'web', here: true }));
  return { table: 1, game: 'tarot', options: '', seq: 0, you, players, deal: '', log: [], state, clock: null, offer: null, wished: null, agreed: null, wishes: [], closed: false };
}

const drawn = (state: State, you: number | null): string => {
  const table = tableOf(state, you);
  const props = { table, state, you, onTurn: isOnTurn(table), act: () => Promise.resolve(true), attempt: () => Promise.reject(new Error('nothing is tried')) };
  return render(PlainPlay, { props }).body;
};

test('a table of an unknown game: board, moves as buttons, the rest in a table', () => {
  const state = stateWith({ board: ['X.', '.O'], moves: [['a1', 'Drop in column A'], ['b1', 'b1']], left: 7 });
  const page = drawn(state, 0);
  assert.equal(page.match(/role="gridcell"/g)?.length, 4);
  assert.equal(page.match(/tabindex="0"[^>]*aria-label="row/g)?.length, 1, 'one cell can be reached by the tab key');
  assert.match(page, /<button[^>]*title="a1"[^>]*>Drop in column A<\/button>/);
  assert.match(page, /<th scope="row"[^>]*>Left<\/th><td[^>]*>(<!--.*?-->)*<div[^>]*>7<\/div>/);
  assert.doesNotMatch(drawn({ ...state, turn: 1 }, 0), /<button/, 'it is not our turn');
  assert.doesNotMatch(drawn(state, null), /<button|Not your turn/, 'we only watch');
  assert.doesNotMatch(drawn({ ...state, turn: null, outcome: { winners: [0], scores: [], reason: 'line' } }, 0), /<button|Not your turn/, 'it is over');
});

test('without a list of moves one types them; without a board there is none', () => {
  const page = drawn(stateWith({ word: 'hello' }), 0);
  assert.match(page, /<input[^>]*aria-label="Type a move"/);
  assert.doesNotMatch(page, /gridcell/);
});

test('a small picture: the board, or what is known', () => {
  assert.match(render(PlainPicture, { props: { state: stateWith({ board: ['X.'] }) } }).body, /<svg[^>]*>.*<text[^>]*>X<\/text>/s);
  assert.match(render(PlainPicture, { props: { state: stateWith({ word: 'hello' }) } }).body, /Word.*hello/s);
});
