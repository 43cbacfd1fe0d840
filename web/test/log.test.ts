// What is shown of the log: what stands, and what it brought.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineText, standing } from '../src/table/log';
import { count } from '../src/table/words';
import type { LogLine } from '../src/wire/messages';

const line = (seq: number, more: Partial<LogLine> = {}): LogLine => ({ seq, who: 0, text: 'e4', label: 'e4', points: null, ...more });

test('what was taken back does not stand', () => {
  assert.deepEqual(standing([line(1), line(2), line(3, { takes_back: 2 }), line(4)]).map(({ seq }) => seq), [4]);
});

test('tiles that were left at the end have lines of their own', () => {
  const lines = standing([line(1, { label: '8G WINE', points: 14 }), line(2, { who: 1, label: 'A1 OUT', points: 3, leftovers: [[0, -7], [1, 7]] })]);
  assert.deepEqual(lines.map(({ seq, who }) => [seq, who]), [[1, 0], [2, 1], [2, 0], [2, 1]]);
  assert.deepEqual(lines.map(lineText), ['8G WINE +14', 'A1 OUT +3', 'tiles left −7', 'the others’ tiles +7']);
  assert.equal(lineText(line(1, { label: 'passed', points: 0 })), 'passed');
});

test('one thing, two things', () => {
  assert.deepEqual([0, 1, 2].map((number) => count(number, 'move')), ['0 moves', '1 move', '2 moves']);
});
