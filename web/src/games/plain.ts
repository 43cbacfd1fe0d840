// What the plain face reads out of a state: the board as a grid, the moves, and all else by its name. Knows no game.
import { capital } from '../table/words';
import type { State } from '../wire/messages';

/** A board that is a list of texts, as rows of equally many signs; null where there is none. */
export function gridOf({ board }: State): string[][] | null {
  if (!isTexts(board)) return null;
  const rows = board.map((row) => [...row]);
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  return columns === 0 ? null : rows.map((row) => [...row, ...Array<string>(columns - row.length).fill(FREE)]);
}

const FREE = ' ';

/** Whether nothing stands on a cell with that sign. */
export const isFree = (sign: string): boolean => sign.trim() === '' || '.-_'.includes(sign);

/** For those who hear it: "row 1, column 2, X". */
export const cellLabel = (row: number, column: number, sign: string): string => `row ${row + 1}, column ${column + 1}, ${isFree(sign) ? 'free' : sign}`;

export interface ListedMove {
  move: string;
  label: string;
}

/** The moves that may be made, as [notation, label], notation alone, or an object with both; null: the state lists none, and one has to type. */
export function movesOf({ moves }: State): ListedMove[] | null {
  return Array.isArray(moves) ? moves.flatMap(listed) : null;
}

function listed(one: unknown): ListedMove[] {
  const [move, label] = Array.isArray(one) ? one : isObject(one) ? [one['move'], one['label']] : [one];
  return typeof move === 'string' ? [{ move, label: typeof label === 'string' && label !== '' ? label : move }] : [];
}

export interface Member {
  name: string;
  lines: string[];
}

/** What is shown by its name: all but what every page shows, the moves, and a board that is drawn. */
export function membersOf(state: State): Member[] {
  const elsewhere = new Set(['turn', 'outcome', 'moves', ...(gridOf(state) ? ['board'] : [])]);
  return Object.entries(state)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, value]) => ({ name: nameOf(name), lines: linesOf(value) }));
}

const nameOf = (key: string): string => capital(key.replaceAll('_', ' '));

/** A value in words: on one line what is flat, on a line each what has parts, and texts that look like the rows of something. */
function linesOf(value: unknown): string[] {
  if (Array.isArray(value) && value.some(areRows)) return value.flatMap((one, at) => [...(at > 0 ? [''] : []), ...linesOf(one)]);
  if (Array.isArray(value) && (value.some(hasParts) || areRows(value))) return value.map(inline);
  if (isObject(value) && Object.values(value).some(hasParts)) return Object.entries(value).map(pair);
  return [inline(value)];
}

const ROW = 5; // signs from which on texts of one length are rows

const areRows = (value: unknown): boolean =>
  isTexts(value) && value.length > 1 && value[0]!.length >= ROW && value.every(({ length }) => length === value[0]!.length);

const NOTHING = '–';

function inline(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(inline).join(', ') || NOTHING;
  if (isObject(value)) return Object.entries(value).map(pair).join(', ') || NOTHING;
  return String(value);
}

const pair = ([key, value]: [string, unknown]): string => `${key.replaceAll('_', ' ')}:\u00a0${inline(value)}`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const hasParts = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The state after a move, as far as it is known: whose turn it is then, the server tells. */
export function afterMove(state: State): State {
  return { ...state, turn: null, ...('moves' in state ? { moves: [] } : {}) };
}
