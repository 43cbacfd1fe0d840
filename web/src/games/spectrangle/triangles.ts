// Where the 36 cells are drawn, and how a tile's letters come to its sides. No rules.
import type { State } from '../../wire/messages';

export interface SpectrangleMove {
  move: string;
  tile: string | null;
  location: number | null;
  points: number;
}

export interface SpectrangleState extends State {
  cells: (string | null)[];
  bonus: number[];
  hands: string[][];
  values: Record<string, number>;
  scores: number[];
  bag: number;
  order: number[];
  last: number | null;
  moves: SpectrangleMove[];
}

export interface Point {
  x: number;
  y: number;
}

/** The corners of a triangle: side 0 runs from the first to the second, and on, as the sides are numbered. */
export interface Triangle {
  up: boolean;
  corners: [Point, Point, Point];
}

export const SIDE = 100;
export const HEIGHT = (SIDE * Math.sqrt(3)) / 2;
export const ROWS = 6;

/** The triangle of a cell on a board that begins at the origin. */
export function cellAt(location: number): Triangle {
  const row = rowOf(location);
  const index = location - row * row;
  return triangleAt(((ROWS - 1 - row + index) * SIDE) / 2, row * HEIGHT, index % 2 === 0);
}

export function triangleAt(x: number, y: number, up: boolean): Triangle {
  const left = { x, y: up ? y + HEIGHT : y };
  const right = { x: x + SIDE, y: left.y };
  const apex = { x: x + SIDE / 2, y: up ? y : y + HEIGHT };
  return { up, corners: up ? [left, right, apex] : [right, left, apex] };
}

export const rowOf = (location: number): number => Math.floor(Math.sqrt(location));

export function centreOf(points: Point[]): Point {
  const sum = points.reduce((one, other) => ({ x: one.x + other.x, y: one.y + other.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}

export const pathOf = (points: Point[]): string =>
  'M' + points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L') + 'Z';

/** The same triangle, smaller around its centre. */
export function shrunk({ up, corners }: Triangle, by: number): Triangle {
  const centre = centreOf(corners);
  const nearer = (point: Point) => ({ x: centre.x + (point.x - centre.x) * by, y: centre.y + (point.y - centre.y) * by });
  return { up, corners: corners.map(nearer) as Triangle['corners'] };
}

/** The colour letter at each side of a tile such as "RRY1". */
export function sidesOf(tile: string): [string, string, string] {
  const turned = Number(tile.charAt(3)) || 0;
  const at = (side: number) => tile.charAt((side + 3 - turned) % 3);
  return [at(0), at(1), at(2)];
}

export const lettersOf = (tile: string): string => tile.slice(0, 3);

/** The state after a move of this seat, as far as it is drawn: "RRY1@6" lies, "-RRY0" is given away, "skip" does nothing. */
export function afterMove(state: State, move: string, seat: number): SpectrangleState {
  const before = state as SpectrangleState;
  const [tile, location] = move.replace(/^-/, '').split('@');
  const hands = before.hands.map((hand, at) => (at === seat ? hand.filter((each) => lettersOf(each) !== lettersOf(tile!)) : hand));
  const after = { ...before, turn: null, hands, moves: [] };
  if (location === undefined) return after;
  return { ...after, cells: before.cells.map((cell, at) => (at === Number(location) ? tile! : cell)), last: Number(location) };
}

/** The cell that one comes to by an arrow key, or the same at the rim. */
export function stepFrom(location: number, key: string): number {
  const row = rowOf(location);
  const index = location - row * row;
  switch (key) {
    case 'ArrowLeft':
      return index > 0 ? location - 1 : location;
    case 'ArrowRight':
      return index < 2 * row ? location + 1 : location;
    case 'ArrowUp':
      return row > 0 ? (row - 1) ** 2 + Math.min(Math.max(index - 1, 0), 2 * row - 2) : location;
    case 'ArrowDown':
      return row < ROWS - 1 ? (row + 1) ** 2 + index + 1 : location;
    default:
      return location;
  }
}

export const COLOUR_NAMES: Record<string, string> = {
  R: 'red', G: 'green', B: 'blue', Y: 'yellow', P: 'purple', W: 'white',
};

export const sayTile = (tile: string): string => sidesOf(tile).map((letter) => COLOUR_NAMES[letter] ?? letter).join(', ');
