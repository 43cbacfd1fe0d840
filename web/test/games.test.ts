// What the pictures of the games compute: no rules, but places, tiles and words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterMove as afterChess, followed, moveMeant, piecesOf, placeOf, squareAt, targetsFrom } from '../src/games/chess/position';
import * as desks from '../src/games/scrabble/desk';
import { afterMove as afterShelfie, columnsOf, fallOf, frameOf, groupsOf, offered, outlineOf, roomFor, sayColumn, selectionOf, selectionsOf, type ShelfieState } from '../src/games/shelfie/shelf';
import { afterMove as afterSpectrangle, cellAt, centreOf, rowOf, sidesOf, stepFrom, type SpectrangleState } from '../src/games/spectrangle/triangles';

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
    ['bxc6', 'b5c6'], ['Bc6', 'b7c6'], ['e2-e4', 'e2e4'], ['e2 e4', 'e2e4'], ['E2-E4', 'e2e4'], ['g1-f3', 'g1f3'], ['b5xc6', 'b5c6'], ['a7-a8=N', 'a7a8n'],
    ['O-O', 'e1g1'], ['0-0', 'e1g1'], ['oo', 'e1g1'], ['claim', 'claim'],
  ]) assert.equal(moveMeant(moves, typed!), move, typed);
  for (const typed of ['', 'e5', 'a8', 'BC6']) assert.equal(moveMeant(moves, typed), null, typed);
});

const chessAt = (fen: string) => ({ turn: fen.includes(' w ') ? 0 : 1, outcome: null, fen, last: null, check: true, moves: [['e2e4', 'e4']] as [string, string][], captured: ['', ''] });

test('chess: what a move makes of the board before the server tells', () => {
  for (const [before, move, after] of [
    [START, 'e2e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b'],
    ['4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4d5', '4k3/8/8/3P4/8/8/8/4K3 b'], // takes
    ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5d6', '4k3/8/3P4/8/8/8/8/4K3 b'], // takes in passing
    ['4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1', 'e4d3', '4k3/8/8/8/8/3p4/8/4K3 w'],
    ['4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1g1', '4k3/8/8/8/8/8/8/R4RK1 b'],
    ['4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1c1', '4k3/8/8/8/8/8/8/2KR3R b'],
    ['r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1', 'e8c8', '2kr3r/8/8/8/8/8/8/4K3 w'],
    ['4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1', 'g7h8n', '4k2N/8/8/8/8/8/8/4K3 b'],
    ['4k3/8/8/8/8/8/p7/4K3 b - - 0 1', 'a2a1q', '4k3/8/8/8/8/8/8/q3K3 w'],
  ] as const) {
    const state = chessAt(before);
    const shown = afterChess(state, move, state.turn);
    assert.equal(shown.fen.split(' ').slice(0, 2).join(' '), after, move);
    assert.deepEqual([shown.turn, shown.last, shown.check, shown.moves], [1 - state.turn, move, false, []]);
    assert.equal(state.fen, before);
  }
  assert.deepEqual(afterChess(chessAt(START), 'claim', 0), { ...chessAt(START), turn: null, moves: [] });
});

test('chess: every piece is followed wherever it goes', () => {
  const begin = followed([], piecesOf('4k2r/6P1/8/8/8/8/8/R3K3 w Q - 0 1'));
  const id = (men: typeof begin, square: string) => men.find((man) => man.square === square)?.id;
  assert.deepEqual(followed(begin, piecesOf('4k2r/6P1/8/8/8/8/8/R3K3 b - - 4 9')), begin);
  const castled = followed(begin, piecesOf('4k2r/6P1/8/8/8/8/8/2KR4 b - - 1 1'));
  assert.deepEqual([id(castled, 'c1'), id(castled, 'd1')], [id(begin, 'e1'), id(begin, 'a1')]);
  const promoted = followed(castled, piecesOf('4k2N/8/8/8/8/8/8/2KR4 b - - 0 1'));
  assert.equal(id(promoted, 'h8'), id(begin, 'g7'));
  assert.equal(promoted.length, begin.length - 1);
  // Taken back: the pawn is the same again, and what it took is there again, as another.
  const back = followed(promoted, piecesOf('4k2r/6P1/8/8/8/8/8/2KR4 w - - 1 1'));
  assert.equal(id(back, 'g7'), id(begin, 'g7'));
  assert.equal(new Set(back.map((man) => man.id)).size, begin.length);
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
  const laid = afterSpectrangle(state, 'RRY1@6', 1);
  assert.deepEqual([laid.cells[6], laid.last, laid.hands, laid.turn, laid.moves], ['RRY1', 6, [['RRY0'], ['GGG0']], null, []]);
  assert.equal(state.cells[6], null);
  const swapped = afterSpectrangle(state, '-GGG0', 1);
  assert.deepEqual([swapped.cells, swapped.hands], [cells, [['RRY0'], ['RRY0']]]);
  assert.deepEqual(afterSpectrangle(state, 'skip', 1).hands, state.hands);
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

test('shelfie: what moves make of board, hand and shelf before the server tells', () => {
  const state = { turn: 1, outcome: null, board: ['..CB.', '..PT.'], shelves: [SHELF, SHELF], phase: 'select', hand: '', moves: ['take:0,2'] } as unknown as ShelfieState;
  const taken = afterShelfie(state, 'take:0,2;0,3', 1);
  assert.deepEqual([taken.board, taken.hand, taken.phase, taken.turn, taken.moves], [['..  .', '..PT.'], 'CB', 'order', 1, []]);
  const ordered = afterShelfie(taken, 'order:1,0', 1);
  assert.deepEqual([ordered.hand, ordered.phase, ordered.turn], ['BC', 'column', 1]);
  const fallen = afterShelfie(ordered, 'column:4', 1);
  assert.deepEqual(fallen.shelves, [SHELF, ['     ', '     ', 'C    ', 'CB  C', 'CBBGB', 'FFBGG']]);
  assert.deepEqual([fallen.hand, fallen.phase, fallen.turn], ['', 'select', null]);
  assert.deepEqual(state.board, ['..CB.', '..PT.']);
});
