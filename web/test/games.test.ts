// What the pictures of the games compute: no rules, but places, tiles and words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveMeant, piecesOf, placeOf, squareAt, targetsFrom } from '../src/games/chess/position';
import * as desks from '../src/games/scrabble/desk';
import { columnsOf, fallOf, frameOf, groupsOf, offered, outlineOf, roomFor, sayColumn, selectionOf, selectionsOf } from '../src/games/shelfie/shelf';
import { cellAt, centreOf, rowOf, sidesOf, stepFrom } from '../src/games/spectrangle/triangles';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

test('chess: pieces and squares', () => {
  const pieces = piecesOf(START);
  assert.equal(pieces.size, 32);
  assert.equal(pieces.get('e1'), 'K');
  assert.equal(pieces.get('d8'), 'q');
  assert.equal(squareAt(0, 0), 'a8');
  assert.deepEqual(placeOf('h1'), { column: 7, down: 7 });
});

test('chess: targets and typed moves are those that are listed', () => {
  const moves: [string, string][] = [
    ['e2e4', 'e4'], ['g1f3', 'Nf3'], ['a7a8q', 'a8=Q+'], ['a7a8n', 'a8=N'], ['e1g1', 'O-O'], ['b5c6', 'bxc6'], ['b7c6', 'Bxc6'], ['claim', 'claim draw'],
  ];
  assert.deepEqual([...targetsFrom(moves, 'a7')], [['a8', ['a7a8q', 'a7a8n']]]);
  assert.deepEqual([...targetsFrom(moves, 'h7')], []);
  for (const [typed, move] of [
    ['e2e4', 'e2e4'], ['E2E4', 'e2e4'], ['Nf3', 'g1f3'], ['nf3', 'g1f3'], ['a8=Q', 'a7a8q'], ['a8Q', 'a7a8q'], ['0-0', 'e1g1'], ['o-o', 'e1g1'],
    ['bxc6', 'b5c6'], ['Bc6', 'b7c6'],
  ]) assert.equal(moveMeant(moves, typed!), move, typed);
  for (const typed of ['', 'e5', 'a8', 'BC6']) assert.equal(moveMeant(moves, typed), null, typed);
});

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
