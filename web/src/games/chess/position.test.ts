// What the picture of chess computes: pieces, squares, moves before the server tells of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterMove, followed, moveMeant, piecesOf, placeOf, squareAt, targetsFrom } from './position';

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

const stateAt = (fen: string) => ({ turn: fen.includes(' w ') ? 0 : 1, outcome: null, fen, last: null, check: true, moves: [['e2e4', 'e4']] as [string, string][], captured: ['', ''] });

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
    const state = stateAt(before);
    const shown = afterMove(state, move, state.turn);
    assert.equal(shown.fen.split(' ').slice(0, 2).join(' '), after, move);
    assert.deepEqual([shown.turn, shown.last, shown.check, shown.moves], [1 - state.turn, move, false, []]);
    assert.equal(state.fen, before);
  }
  assert.deepEqual(afterMove(stateAt(START), 'claim', 0), { ...stateAt(START), turn: null, moves: [] });
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
