// What the picture of Spectrangle computes: cells, sides, neighbours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterMove, cellAt, centreOf, rowOf, sidesOf, stepFrom, type SpectrangleState } from './triangles';

test('spectrangle: sides of turned tiles, as the protocol numbers them', () => {
  assert.deepEqual(sidesOf('RGB0'), ['R', 'G', 'B']);
  assert.deepEqual(sidesOf('RGB1'), ['B', 'R', 'G']);
  assert.deepEqual(sidesOf('RGB2'), ['G', 'B', 'R']);
});

test('spectrangle: side 0 is horizontal, side 1 is right of a tile that points up and left of one that points down', () => {
  for (let location = 0; location < 36; ++location) {
    const { up, corners } = cellAt(location);
    const middle = centreOf(corners);
    assert.equal(up, (location - rowOf(location) ** 2) % 2 === 0);
    assert.equal(corners[0].y, corners[1].y);
    const side = centreOf([corners[1], corners[2]]);
    assert.equal(side.x > middle.x, up);
  }
});

test('spectrangle: arrow keys go to the neighbour', () => {
  assert.equal(stepFrom(0, 'ArrowDown'), 2);
  assert.equal(stepFrom(2, 'ArrowUp'), 0);
  assert.equal(stepFrom(2, 'ArrowLeft'), 1);
  assert.equal(stepFrom(1, 'ArrowLeft'), 1);
  assert.equal(stepFrom(25, 'ArrowUp'), 16);
  assert.equal(stepFrom(35, 'ArrowDown'), 35);
});

test('spectrangle: what a move makes of board and hand before the server tells', () => {
  const cells: (string | null)[] = Array.from({ length: 36 }, () => null);
  const state = { turn: 1, outcome: null, cells, hands: [['RRY0'], ['RRY0', 'GGG0']], last: null, moves: [{}] } as unknown as SpectrangleState;
  const laid = afterMove(state, 'RRY1@6', 1);
  assert.deepEqual([laid.cells[6], laid.last, laid.hands, laid.turn, laid.moves], ['RRY1', 6, [['RRY0'], ['GGG0']], null, []]);
  assert.equal(state.cells[6], null);
  const swapped = afterMove(state, '-GGG0', 1);
  assert.deepEqual([swapped.cells, swapped.hands], [cells, [['RRY0'], ['RRY0']]]);
  assert.deepEqual(afterMove(state, 'skip', 1).hands, state.hands);
});
