// What the picture needs of a position: which piece stands where. No rules.
import type { State } from '../../wire/messages';

export interface ChessState extends State {
  fen: string;
  last: string | null;
  check: boolean;
  moves: [string, string][];
  captured: string[];
}

/** Pieces by square: "e1" to "K". Upper case is White's. */
export function piecesOf(fen: string): Map<string, string> {
  const pieces = new Map<string, string>();
  const rows = (fen.split(' ')[0] ?? '').split('/');
  rows.forEach((row, down) => {
    let column = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) column += Number(sign);
      else pieces.set(squareAt(column++, down), sign);
    }
  });
  return pieces;
}

/** The square `column` from the left and `down` from the top, with White below. */
export function squareAt(column: number, down: number): string {
  return 'abcdefgh'.charAt(column) + String(8 - down);
}

export function placeOf(square: string): { column: number; down: number } {
  return { column: 'abcdefgh'.indexOf(square.charAt(0)), down: 8 - Number(square.charAt(1)) };
}

export const isWhite = (piece: string): boolean => piece === piece.toUpperCase();

/** From which squares, to which squares, in how many ways: as the server lists them. */
export function targetsFrom(moves: [string, string][], from: string): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const [move] of moves) {
    if (!move.startsWith(from) || move.length < 4) continue;
    const to = move.slice(2, 4);
    targets.set(to, [...(targets.get(to) ?? []), move]);
  }
  return targets;
}

/** The listed move that a person means who types it, as "e2e4", "e2-e4" or "Nf3", with or without signs. */
export function moveMeant(moves: [string, string][], typed: string): string | null {
  const plain = (text: string) => text.replace(/[+#x=!?\s-]/g, '').replaceAll('0', 'O');
  const exact = moves.filter(([move, label]) => move === plain(typed).toLowerCase() || plain(label) === plain(typed));
  if (exact.length === 1) return exact[0]![0];
  const loose = moves.filter(([, label]) => plain(label).toLowerCase() === plain(typed).toLowerCase());
  return loose.length === 1 ? loose[0]![0] : null;
}

/** The first member of a FEN: what stands where. */
function placementOf(pieces: Map<string, string>): string {
  const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((down) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((column) => pieces.get(squareAt(column, down)) ?? '1').join(''));
  return rows.join('/').replace(/1+/g, (free) => String(free.length));
}

/** What a listed move makes of the pieces: with the rook that castles, the pawn taken in passing, the pawn that becomes more. */
export function piecesAfter(before: Map<string, string>, move: string): Map<string, string> {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  const piece = before.get(from);
  const pieces = new Map(before);
  if (piece === undefined) return pieces;
  const [start, end] = [placeOf(from), placeOf(to)];
  const kind = piece.toLowerCase();
  if (kind === 'p' && start.column !== end.column && !before.has(to)) pieces.delete(squareAt(end.column, start.down));
  if (kind === 'k' && Math.abs(end.column - start.column) === 2) {
    const corner = squareAt(end.column > start.column ? 7 : 0, start.down);
    pieces.set(squareAt((start.column + end.column) / 2, start.down), before.get(corner)!);
    pieces.delete(corner);
  }
  const promoted = move.charAt(4);
  pieces.delete(from);
  pieces.set(to, promoted === '' ? piece : isWhite(piece) ? promoted.toUpperCase() : promoted);
  return pieces;
}

/** The state after a move of this seat, as far as it is drawn. A claim moves nothing. */
export function afterMove(state: State, move: string, seat: number): ChessState {
  const before = state as ChessState;
  if (move === 'claim') return { ...before, turn: null, moves: [] };
  const [, , ...rest] = before.fen.split(' ');
  const fen = [placementOf(piecesAfter(piecesOf(before.fen), move)), seat === 0 ? 'b' : 'w', ...rest].join(' ');
  return { ...before, turn: 1 - seat, fen, last: move, check: false, moves: [] };
}

/** A piece that keeps its number wherever it goes. */
export interface Man {
  id: number;
  piece: string;
  square: string;
}

/** The pieces of another position: each is the one that stood there, else one of its kind that went, else one of its colour, else new. */
export function followed(before: Man[], pieces: Map<string, string>): Man[] {
  const stay = before.filter(({ square, piece }) => pieces.get(square) === piece);
  const held = new Set(stay.map(({ square }) => square));
  const gone = before.filter((man) => !stay.includes(man));
  let next = Math.max(-1, ...before.map(({ id }) => id)) + 1;
  const taken = (fits: (man: Man) => boolean): number | null => {
    const at = gone.findIndex(fits);
    return at < 0 ? null : gone.splice(at, 1)[0]!.id;
  };
  const appeared = [...pieces].filter(([square]) => !held.has(square)).map(([square, piece]) => ({ square, piece, id: taken((man) => man.piece === piece) }));
  const come = appeared.map(({ square, piece, id }) => ({ square, piece, id: id ?? taken((man) => isWhite(man.piece) === isWhite(piece)) ?? next++ }));
  return [...stay, ...come].sort((one, other) => one.id - other.id);
}
