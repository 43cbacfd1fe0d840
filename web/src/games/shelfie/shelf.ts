// What the picture needs of board and shelves. No rules.
import type { State } from '../../wire/messages';

export interface ShelfieState extends State {
  board: string[];
  shelves: string[][];
  phase: 'select' | 'order' | 'column';
  hand: string;
  goals: { id: number; top: number }[];
  tokens: number[][];
  card: Wanted[] | null;
  cards: Wanted[][] | null;
  points: { tokens: number; groups: number; full: number; personal: number | null; total: number }[];
  most: number;
  moves: string[];
  first: number;
  full: number | null;
  away: number[];
  paused: boolean;
  bag: number;
}

/** What a personal card wants: this tile in this place of the shelf. */
export interface Wanted {
  row: number;
  column: number;
  tile: string;
}

export const TILE_NAMES: Record<string, string> = {
  C: 'cat', B: 'book', G: 'game', F: 'frame', T: 'trophy', P: 'plant',
};

export type Cell = string; // "row,column"

/** The selections that the server lists, each as its cells. */
export function selectionsOf(moves: string[]): Cell[][] {
  return moves.filter((move) => move.startsWith('take:')).map((move) => move.slice(5).split(';'));
}

/** The cells that can be taken together with those that are chosen already. */
export function offered(selections: Cell[][], chosen: Cell[]): Set<Cell> {
  const cells = new Set<Cell>();
  for (const selection of selections) {
    if (!chosen.every((cell) => selection.includes(cell))) continue;
    for (const cell of selection) if (!chosen.includes(cell)) cells.add(cell);
  }
  return cells;
}

/** The listed selection that is just these cells, in whatever order. */
export function selectionOf(selections: Cell[][], chosen: Cell[]): Cell[] | null {
  return selections.find((selection) => selection.length === chosen.length && chosen.every((cell) => selection.includes(cell))) ?? null;
}

/** The part of the board that has cells, as an SVG viewBox around squares of 40. */
export function frameOf(board: string[], rim: number): { x: number; y: number; size: number; box: string } {
  const used = board.flatMap((line, row) => [...line].flatMap((sign, column) => (sign === '.' ? [] : [{ row, column }])));
  const places = used.flatMap(({ row, column }) => [row, column]);
  const first = Math.min(...places, 8);
  const size = (Math.max(...places, 0) - first + 1) * 40 + 2 * rim;
  const x = first * 40 - rim;
  return { x, y: x, size, box: `${x} ${x} ${size} ${size}` };
}

/** Where the tiles of a hand would come to lie in a column: the first the lowest. */
export function fallOf(shelf: string[], column: number, hand: string): Wanted[] {
  const free = shelf.filter((row) => row.charAt(column) === ' ').length;
  return [...hand].map((tile, at) => ({ row: free - 1 - at, column, tile })).filter(({ row }) => row >= 0);
}

const replaced = (line: string, at: number, sign: string): string => line.slice(0, at) + sign + line.slice(at + 1);

/** The state after a move of this seat, as far as it is drawn: tiles leave the board, change their order, fall. */
export function afterMove(state: State, move: string, seat: number): ShelfieState {
  const before = { ...(state as ShelfieState), moves: [] };
  const [word, rest = ''] = move.split(':');
  if (word === 'take') {
    const cells = rest.split(';').map((cell) => cell.split(',').map(Number) as [number, number]);
    const board = [...before.board];
    for (const [row, column] of cells) board[row] = replaced(board[row]!, column, ' ');
    return { ...before, board, hand: cells.map(([row, column]) => before.board[row]!.charAt(column)).join(''), phase: 'order' };
  }
  if (word === 'order') return { ...before, hand: rest.split(',').map((at) => before.hand.charAt(Number(at))).join(''), phase: 'column' };
  const shelf = [...(before.shelves[seat] ?? [])];
  for (const { row, column, tile } of fallOf(shelf, Number(rest), before.hand)) shelf[row] = replaced(shelf[row]!, column, tile);
  return { ...before, turn: null, phase: 'select', hand: '', shelves: before.shelves.map((each, at) => (at === seat ? shelf : each)) };
}

/** The columns into which the whole hand can be drawn. */
export function roomFor(shelf: string[], hand: string): number[] {
  return [0, 1, 2, 3, 4].filter((column) => hand !== '' && fallOf(shelf, column, hand).length === hand.length);
}

/** The columns that the server lists. */
export function columnsOf(moves: string[]): number[] {
  return moves.filter((move) => move.startsWith('column:')).map((move) => Number(move.slice(7)));
}

/** Areas of equal tiles that touch, of at least three. */
export function groupsOf(shelf: string[]): [number, number][][] {
  const seen = new Set<string>();
  const groups: [number, number][][] = [];
  shelf.forEach((line, row) =>
    [...line].forEach((tile, column) => {
      if (tile === ' ' || seen.has(`${row},${column}`)) return;
      const group: [number, number][] = [];
      const open: [number, number][] = [[row, column]];
      while (open.length > 0) {
        const [down, right] = open.pop()!;
        if (shelf[down]?.charAt(right) !== tile || seen.has(`${down},${right}`)) continue;
        seen.add(`${down},${right}`);
        group.push([down, right]);
        open.push([down - 1, right], [down + 1, right], [down, right - 1], [down, right + 1]);
      }
      if (group.length >= 3) groups.push(group);
    }),
  );
  return groups;
}

/** The outline of an area of cells of this size, as a path. */
export function outlineOf(group: [number, number][], size: number): string {
  const inside = new Set(group.map(([row, column]) => `${row},${column}`));
  const lines: string[] = [];
  for (const [row, column] of group) {
    const [x, y] = [column * size, row * size];
    if (!inside.has(`${row - 1},${column}`)) lines.push(`M${x} ${y}h${size}`);
    if (!inside.has(`${row + 1},${column}`)) lines.push(`M${x} ${y + size}h${size}`);
    if (!inside.has(`${row},${column - 1}`)) lines.push(`M${x} ${y}v${size}`);
    if (!inside.has(`${row},${column + 1}`)) lines.push(`M${x + size} ${y}v${size}`);
  }
  return lines.join('');
}

/** A column as words, from the bottom. */
export function sayColumn(shelf: string[], column: number): string {
  const tiles = shelf.map((row) => row.charAt(column)).filter((tile) => tile !== ' ');
  return tiles.length ? tiles.reverse().map((tile) => TILE_NAMES[tile]).join(', ') : 'empty';
}
