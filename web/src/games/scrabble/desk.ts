// The tiles in one's hand and those laid but not yet played: how they are moved about. No rules.
import type { State } from '../../wire/messages';

export interface ScrabbleState extends State {
  rules: string;
  board: string[];
  premiums: string[];
  values: Record<string, number>;
  rack: string;
  held: number[];
  bag: number;
  scores: number[];
  unseen: string;
  last: string[] | null;
  exchange: 'any' | 'one_or_all' | 'no';
}

export const SIZE = 15;

/** A tile on the board that is not yet played. `tile` is "?" for a blank, `letter` what it stands for. */
export interface Laid {
  tile: string;
  letter: string;
}

export interface Desk {
  rack: string[];
  laid: ReadonlyMap<number, Laid>; // by square, row * 15 + column
}

export const EMPTY: Desk = { rack: [], laid: new Map() };

export const nameOf = (square: number): string => 'ABCDEFGHIJKLMNO'.charAt(square % SIZE) + String(Math.floor(square / SIZE) + 1);

export function squareNamed(name: string): number {
  return (Number(name.slice(1)) - 1) * SIZE + (name.charCodeAt(0) - 65);
}

export const onBoard = (board: string[], square: number): string => board[Math.floor(square / SIZE)]?.charAt(square % SIZE) ?? '.';

/** The same tiles as the server says, as far as possible where they were. */
export function merge(desk: Desk, rack: string, board: string[]): Desk {
  const left = [...rack];
  const draw = (tile: string): boolean => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const laid = new Map([...desk.laid].filter(([square, { tile }]) => onBoard(board, square) === '.' && draw(tile)));
  const kept = desk.rack.filter(draw);
  return { rack: [...kept, ...left], laid };
}

/** Lays a tile of the rack on a free square; what lay there goes back. */
export function lay(desk: Desk, at: number, square: number, letter: string): Desk {
  const tile = desk.rack[at];
  if (tile === undefined) return desk;
  const cleared = desk.laid.has(square) ? take(desk, square) : desk;
  const laid = new Map(cleared.laid).set(square, { tile, letter });
  return { rack: cleared.rack.filter((_, index) => index !== at), laid };
}

/** Moves a laid tile to another square, or changes places with the one there. */
export function shift(desk: Desk, from: number, to: number): Desk {
  const moved = desk.laid.get(from);
  if (!moved || from === to) return desk;
  const laid = new Map(desk.laid);
  const other = laid.get(to);
  laid.delete(from);
  if (other) laid.set(from, other);
  laid.set(to, moved);
  return { ...desk, laid };
}

const inserted = <T>(list: T[], at: number, value: T): T[] => [...list.slice(0, at), value, ...list.slice(at)];

/** Takes a laid tile back to a place in the rack, by default the end. */
export function take(desk: Desk, square: number, at: number = desk.rack.length): Desk {
  const taken = desk.laid.get(square);
  if (!taken) return desk;
  const laid = new Map(desk.laid);
  laid.delete(square);
  return { rack: inserted(desk.rack, at, taken.tile), laid };
}

export function recall(desk: Desk): Desk {
  return { rack: [...desk.rack, ...[...desk.laid.values()].map(({ tile }) => tile)], laid: new Map() };
}

export function reorder(desk: Desk, from: number, to: number): Desk {
  const tile = desk.rack[from];
  if (tile === undefined) return desk;
  return { ...desk, rack: inserted(desk.rack.filter((_, at) => at !== from), Math.max(0, to), tile) };
}

export function shuffle(desk: Desk, chance: () => number): Desk {
  const rack = [...desk.rack];
  for (let at = rack.length - 1; at > 0; --at) {
    const other = Math.floor(chance() * (at + 1));
    [rack[at], rack[other]] = [rack[other]!, rack[at]!];
  }
  return { ...desk, rack };
}

/** Which tile of the rack is meant by a typed letter: itself, else a blank; with `blank` only a blank. -1: none. */
export function tileFor(desk: Desk, letter: string, blank: boolean): number {
  const own = blank ? -1 : desk.rack.indexOf(letter);
  return own >= 0 ? own : desk.rack.indexOf('?');
}

/** What is laid, as a move: "@HF8,eG8". */
export function spots(desk: Desk): string {
  const spot = ([square, { tile, letter }]: [number, Laid]) => (tile === '?' ? letter.toLowerCase() : letter) + nameOf(square);
  return '@' + [...desk.laid].sort(([one], [other]) => one - other).map(spot).join(',');
}

/** The squares of what is laid and what it shows there, from such a move: a blank in lower case. */
function spotsOf(move: string): [number, string][] {
  return move.slice(1).split(',').map((spot) => [squareNamed(spot.slice(1)), spot.charAt(0)]);
}

/** The state after a move of our own, as far as it is drawn: tiles leave the rack, a word lies on the board. */
export function afterMove(state: State, move: string): ScrabbleState {
  const before = state as ScrabbleState;
  const rack = [...before.rack];
  const give = (tile: string) => rack.splice(rack.indexOf(tile), 1);
  const after = { ...before, turn: null };
  if (move.startsWith('-')) {
    for (const tile of move.slice(1)) give(tile);
    return { ...after, rack: rack.join('') };
  }
  if (!move.startsWith('@')) return after;
  const spots = spotsOf(move);
  const board = before.board.map((row) => [...row]);
  for (const [square, sign] of spots) {
    board[Math.floor(square / SIZE)]![square % SIZE] = sign;
    give(sign === sign.toLowerCase() ? '?' : sign);
  }
  return { ...after, board: board.map((row) => row.join('')), rack: rack.join(''), last: spots.map(([square]) => nameOf(square)) };
}

export const exchangeMove = (tiles: string[]): string => '-' + [...tiles].sort().join('');

/** The next square in the direction, or null at the rim. */
export function next(square: number, across: boolean, by: 1 | -1 = 1): number | null {
  const place = across ? square % SIZE : Math.floor(square / SIZE);
  if (place + by < 0 || place + by >= SIZE) return null;
  return square + by * (across ? 1 : SIZE);
}

/** The next square on which a tile could be laid, or null. */
export function nextFree(desk: Desk, board: string[], square: number, across: boolean): number | null {
  let at = next(square, across);
  while (at !== null && (onBoard(board, at) !== '.' || desk.laid.has(at))) at = next(at, across);
  return at;
}

/** How many of each letter, in the order of the alphabet, blanks last. */
export function counted(letters: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const letter of [...letters].sort()) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => (one === '?' ? 1 : other === '?' ? -1 : one < other ? -1 : 1));
}
