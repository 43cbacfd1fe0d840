// What the picture of My Shelfie computes: selections, falling tiles, areas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterMove, columnsOf, fallOf, frameOf, groupsOf, offered, outlineOf, roomFor, sayColumn, selectionOf, selectionsOf, type ShelfieState } from './shelf';

test('shelfie: only what is listed is offered', () => {
  const selections = selectionsOf(['take:1,1', 'take:1,2', 'take:1,1;1,2', 'take:1,2;1,1', 'take:3,3', 'order:0']);
  assert.deepEqual([...offered(selections, [])], ['1,1', '1,2', '3,3']);
  assert.deepEqual([...offered(selections, ['1,2'])], ['1,1']);
  assert.deepEqual(selectionOf(selections, ['1,2', '1,1']), ['1,1', '1,2']);
  assert.equal(selectionOf(selections, ['1,2', '3,3']), null);
});

const SHELF = ['     ', '     ', 'C    ', 'CB   ', 'CBBG ', 'FFBGG'];

test('shelfie: where tiles fall, and which areas there are', () => {
  assert.deepEqual(fallOf(SHELF, 1, 'PT'), [{ row: 2, column: 1, tile: 'P' }, { row: 1, column: 1, tile: 'T' }]);
  assert.deepEqual(fallOf(SHELF, 0, 'PTC').map(({ row }) => row), [1, 0]);
  assert.deepEqual(groupsOf(SHELF).map((group) => group.length).sort(), [3, 3, 4]);
  assert.equal(outlineOf([[0, 0], [0, 1]], 10), 'M0 0h10M0 10h10M0 0v10M10 0h10M10 10h10M20 0v10');
  assert.deepEqual(roomFor(SHELF, 'PTC'), [1, 2, 3, 4]);
  assert.deepEqual(roomFor(SHELF, ''), []);
  assert.deepEqual(columnsOf(['column:0', 'column:4', 'order:0']), [0, 4]);
  assert.equal(frameOf(['.........', '.C.......', '..C......'], 0).box, '40 40 80 80');
  assert.equal(sayColumn(SHELF, 3), 'game, game');
  assert.equal(sayColumn(SHELF, 4), 'game');
  assert.equal(sayColumn(['     '], 4), 'empty');
});

test('shelfie: what moves make of board, hand and shelf before the server tells', () => {
  const state = { turn: 1, outcome: null, board: ['..CB.', '..PT.'], shelves: [SHELF, SHELF], phase: 'select', hand: '', moves: ['take:0,2'] } as unknown as ShelfieState;
  const taken = afterMove(state, 'take:0,2;0,3', 1);
  assert.deepEqual([taken.board, taken.hand, taken.phase, taken.turn, taken.moves], [['..  .', '..PT.'], 'CB', 'order', 1, []]);
  const ordered = afterMove(taken, 'order:1,0', 1);
  assert.deepEqual([ordered.hand, ordered.phase, ordered.turn], ['BC', 'column', 1]);
  const fallen = afterMove(ordered, 'column:4', 1);
  assert.deepEqual(fallen.shelves, [SHELF, ['     ', '     ', 'C    ', 'CB  C', 'CBBGB', 'FFBGG']]);
  assert.deepEqual([fallen.hand, fallen.phase, fallen.turn], ['', 'select', null]);
  assert.deepEqual(state.board, ['..CB.', '..PT.']);
});
