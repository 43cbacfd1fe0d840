// What the picture of Scrabble computes: squares, tiles on board and rack, words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as desks from './desk';

const BOARD = Array.from({ length: 15 }, (_, row) => (row === 7 ? '.......CAT.....' : '...............'));

test('scrabble: names of squares', () => {
  assert.equal(desks.nameOf(0), 'A1');
  assert.equal(desks.nameOf(7 * 15 + 7), 'H8');
  assert.equal(desks.squareNamed('O15'), 224);
  for (let square = 0; square < 225; ++square) assert.equal(desks.squareNamed(desks.nameOf(square)), square);
});

test('scrabble: laying, taking back, moving, recalling', () => {
  let desk = desks.merge(desks.EMPTY, 'AB?', BOARD);
  desk = desks.lay(desk, 0, 5, 'A');
  desk = desks.lay(desk, 1, 6, 'E');
  assert.deepEqual(desk.rack, ['B']);
  assert.equal(desks.spots(desk), '@AF1,eG1');
  desk = desks.shift(desk, 5, 6);
  assert.equal(desks.spots(desk), '@eF1,AG1');
  desk = desks.lay(desk, 0, 6, 'B');
  assert.deepEqual(desk.rack, ['A']);
  assert.equal(desks.spots(desk), '@eF1,BG1');
  desk = desks.take(desk, 5, 0);
  assert.deepEqual(desk.rack, ['?', 'A']);
  assert.deepEqual(desks.recall(desk), { rack: ['?', 'A', 'B'], laid: new Map() });
  assert.equal(desks.take(desk, 99), desk);
});

test('scrabble: the rack keeps its order when the server tells it anew', () => {
  const desk = { rack: ['Z', 'A', 'B'], laid: new Map([[0, { tile: 'Q', letter: 'Q' }]]) };
  assert.deepEqual(desks.merge(desk, 'ABQZ', BOARD), desk);
  // Played: the square is taken, new tiles come to the end.
  const played = ['Q..............', ...BOARD.slice(1)];
  assert.deepEqual(desks.merge(desk, 'ABEZ', played), { rack: ['Z', 'A', 'B', 'E'], laid: new Map() });
  // The square was taken by somebody else: the tile comes back.
  assert.deepEqual(desks.merge(desk, 'ABQZ', ['X..............', ...BOARD.slice(1)]), { rack: ['Z', 'A', 'B', 'Q'], laid: new Map() });
});

test('scrabble: what a move makes of board and rack before the server tells', () => {
  const state = { turn: 0, outcome: null, board: BOARD, rack: 'SE?AE', last: ['H8'] } as unknown as desks.ScrabbleState;
  const word = desks.afterMove(state, '@SK8,xK9');
  assert.deepEqual([word.board[7], word.board[8], word.rack, word.last, word.turn], ['.......CATS....', '..........x....', 'EAE', ['K8', 'K9'], null]);
  assert.equal(state.board[7], '.......CAT.....');
  assert.deepEqual(desks.afterMove(state, '-?E'), { ...state, rack: 'SAE', turn: null });
  assert.deepEqual(desks.afterMove(state, 'pass'), { ...state, turn: null });
});

test('scrabble: shuffling and ordering lose nothing', () => {
  const desk = { rack: ['A', 'B', 'C', 'D'], laid: new Map() };
  assert.deepEqual(desks.shuffle(desk, () => 0).rack, ['B', 'C', 'D', 'A']);
  assert.deepEqual(desks.reorder(desk, 0, 2).rack, ['B', 'C', 'A', 'D']);
  assert.deepEqual(desks.reorder(desk, 3, 0).rack, ['D', 'A', 'B', 'C']);
  assert.deepEqual(desks.reorder(desk, 1, 9).rack, ['A', 'C', 'D', 'B']);
});

test('scrabble: which tile a letter means, and where one goes on', () => {
  const desk = { rack: ['A', '?'], laid: new Map([[108, { tile: 'B', letter: 'B' }]]) };
  assert.equal(desks.tileFor(desk, 'A', false), 0);
  assert.equal(desks.tileFor(desk, 'A', true), 1);
  assert.equal(desks.tileFor(desk, 'X', false), 1);
  assert.equal(desks.tileFor({ rack: ['A'], laid: new Map() }, 'X', false), -1);
  assert.equal(desks.nextFree(desk, BOARD, desks.squareNamed('C8'), true), desks.squareNamed('E8'));
  assert.equal(desks.nextFree(desk, BOARD, desks.squareNamed('G8'), true), desks.squareNamed('K8'));
  assert.equal(desks.nextFree(desk, BOARD, desks.squareNamed('O8'), true), null);
  assert.equal(desks.next(14, true), null);
  assert.equal(desks.next(14, false), 29);
  assert.equal(desks.exchangeMove(['Q', 'A', '?']), '-?AQ');
  assert.deepEqual(desks.counted('BA?A'), [['A', 2], ['B', 1], ['?', 1]]);
});
