// The games' folders: each has its pictures, all are found, and nothing outside them names a game.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { render } from 'svelte/server';
import { cardOf, loadPicture, loadPlay } from '../src/games/all';
import * as plain from '../src/games/plain';
import PlainCard from '../src/games/PlainCard.svelte';
import PlainPicture from '../src/games/PlainPicture.svelte';
import PlainPlay from '../src/games/PlainPlay.svelte';
import { formatsOf, gameName, scoresOf, wordsOf } from '../src/games/words';
import type { State } from '../src/wire/messages';

const FOLDERS = readdirSync('src/games', { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const RULES = readdirSync('../src/games', { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const UNKNOWN = ['tarot', 'constructor', '..', ''];

test('every folder belongs to a game of the server', () => {
  assert.ok(FOLDERS.length > 0);
  for (const game of FOLDERS) assert.ok(RULES.includes(game), game);
});

for (const game of FOLDERS) {
  test(`${game}: its folder has a board, a picture, a card and words, which are those that are shown`, async () => {
    for (const file of ['Play.svelte', 'Picture.svelte', 'Card.svelte', 'words.ts']) assert.ok(existsSync(`src/games/${game}/${file}`), file);
    const play = await loadPlay(game);
    assert.notEqual(play.default, PlainPlay);
    assert.notEqual(play.afterMove, plain.afterMove);
    assert.equal(typeof play.afterMove, 'function');
    assert.notEqual((await loadPicture(game)).default, PlainPicture);
    assert.notEqual(cardOf(game), PlainCard);
    assert.match(render(cardOf(game), { props: {} }).body, /<svg[^>]*aria-hidden="true"/);
    assert.ok(wordsOf(game).title);
  });
}

test('a game without a folder has the plain face, and is called by its key', async () => {
  for (const game of UNKNOWN) {
    assert.equal((await loadPlay(game)).default, PlainPlay);
    assert.equal((await loadPicture(game)).default, PlainPicture);
    assert.equal(cardOf(game), PlainCard);
    assert.deepEqual(wordsOf(game), {});
    assert.deepEqual(formatsOf(game, 2), ['json']);
  }
  assert.equal(gameName('tarot'), 'Tarot');
  assert.equal(gameName('nine_mens-morris'), 'Nine mens morris');
});

test('points are those of the end, else those of the state', () => {
  const state = (members: object): State => ({ turn: 0, outcome: null, ...members });
  assert.equal(scoresOf('tarot', state({})), null);
  assert.deepEqual(scoresOf('tarot', state({ scores: [1, 2] })), [1, 2]);
  assert.deepEqual(scoresOf('tarot', state({ scores: [1, 2], outcome: { winners: [0], scores: [5, 0], reason: 'left' } })), [5, 0]);
  assert.deepEqual(scoresOf('tarot', state({ scores: [1, 2], outcome: { winners: [0], scores: [], reason: 'left' } })), [1, 2]);
  assert.equal(scoresOf('tarot', state({ outcome: { winners: [0], scores: [], reason: 'left' } })), null);
});

/** All files of the page but those in the folders of the games. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return folder === 'src/games' ? [] : filesIn(path);
  });
}

// A short name may be a word of the language, too: that counts only where it stands by itself in quotes or in a path.
const asNamed = (game: string): string => (game.length > 4 ? game : `(?<=['"\`/])${game}(?=['"\`/])`);

test('nothing outside the folders of the games names a game', () => {
  const named = new RegExp(RULES.map(asNamed).join('|'), 'i');
  for (const path of ['index.html', 'vite.config.ts', 'package.json', ...filesIn('src'), ...filesIn('test')]) {
    const line = readFileSync(path, 'utf8').split('\n').findIndex((text) => named.test(text));
    assert.equal(line, -1, `${path}:${line + 1} names a game: what is said of it stands in src/games/<name>/`);
  }
});
