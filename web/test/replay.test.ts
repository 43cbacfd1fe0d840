// Finished games that come in pieces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collected } from '../src/table/replay';
import type { Answer, Replay } from '../src/wire/messages';

const STEPS = [0, 1, 2, 3, 4].map((seq) => ({ seq, log: [] }));

/** Answers with two steps at a time. */
async function piece(from: number): Promise<Answer> {
  const steps = STEPS.slice(from, from + 2);
  const next = from + 2 < STEPS.length ? from + 2 : null;
  return { type: 'answer', id: from + 1, ok: true, replay: { table: 7, steps, next } as unknown as Replay };
}

test('a game that comes in pieces is put together', async () => {
  const asked: number[] = [];
  const answer = await collected((from) => {
    asked.push(from);
    return piece(from);
  });
  assert.deepEqual(asked, [0, 2, 4]);
  assert.deepEqual(answer.replay?.steps.map(({ seq }) => seq), [0, 1, 2, 3, 4]);
});

test('a piece that is refused is the answer', async () => {
  const refused: Answer = { type: 'answer', id: 9, ok: false, code: 'lost', text: 'the connection was lost' };
  assert.equal(await collected(async (from) => (from === 0 ? piece(0) : refused)), refused);
  assert.equal(await collected(async () => refused), refused);
});
