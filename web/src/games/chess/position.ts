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

/** The listed move that a person means who types it, as "e2e4" or as "Nf3", with or without signs. */
export function moveMeant(moves: [string, string][], typed: string): string | null {
  const plain = (text: string) => text.replace(/[+#x=!?\s-]/g, '').replaceAll('0', 'O');
  const exact = moves.filter(([move, label]) => move === typed.toLowerCase() || plain(label) === plain(typed));
  if (exact.length === 1) return exact[0]![0];
  const loose = moves.filter(([, label]) => plain(label).toLowerCase() === plain(typed).toLowerCase());
  return loose.length === 1 ? loose[0]![0] : null;
}
