// Which level of the computer is proposed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedLevel } from '../src/table/levels';

const bots = (...levels: string[]) => levels.map((level) => ({ level, about: `plays as ${level}` }));

test('the level of last time is proposed, or the one in the middle', () => {
  assert.equal(proposedLevel(bots('a', 'b', 'c', 'd', 'e'), ''), 'c');
  assert.equal(proposedLevel(bots('a', 'b', 'c', 'd'), ''), 'b', 'of two the weaker');
  assert.equal(proposedLevel(bots('a', 'b', 'c'), 'c'), 'c');
  assert.equal(proposedLevel(bots('a', 'b', 'c'), 'gone'), 'b', 'a level that is no more');
  assert.equal(proposedLevel([], 'a'), '');
});
