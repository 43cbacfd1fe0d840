// The toy game in a browser: nothing of the page knows it, and it can be played, seen again and fetched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, meet, onTurn, openParlor, part, playBot, untilOver, visitor } from '../browser/parlor.mjs';

const { server, browser } = await openParlor();

const moves = (page) => page.getByRole('group', { name: 'Your moves' }).getByRole('button');
const cells = (page) => page.getByRole('grid', { name: 'Board' }).getByRole('gridcell');
const taken = async (page) => (await cells(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).filter((label) => !label.endsWith('free'));

test('against the bot random, to its end', async () => {
  const page = await visitor(browser, server);
  await playBot(page, 'Noughts', 'random');
  while ((await onTurn([page])) !== null) {
    const before = (await taken(page)).length;
    assert.equal(await moves(page).count(), 9 - before);
    await moves(page).last().click();
    await page.waitForFunction((count) => document.querySelectorAll('[role="gridcell"]:not([aria-label$="free"])').length > count, before);
  }
  assert.match(await untilOver(page), /(wins?|draw): (three in a row|full board)$/i);
  await assertAccessible(page, 'the table');
  await part(page);
});

test('two people, a watcher’s replay, and the file', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Noughts');
  for (const move of ['b2', 'a1', 'a2', 'b1', 'c2']) {
    const page = await onTurn(pages);
    await page.getByRole('button', { name: move, exact: true }).click();
    await page.getByRole('button', { name: move, exact: true }).waitFor({ state: 'detached' });
  }
  const ends = await Promise.all(pages.map(untilOver));
  assert.ok(ends.includes('You win: three in a row'), ends.join());
  const page = pages[0];
  const table = Number(new URL(page.url()).pathname.split('/')[2]);
  await page.getByRole('link', { name: /Replay/ }).click();
  await page.getByRole('heading', { name: 'Replay of Noughts' }).waitFor();
  await page.getByRole('button', { name: 'Last' }).click();
  assert.deepEqual((await taken(page)).length, 5);
  const file = await page.request.get(`${server.address}/export/${table}.json`);
  assert.equal(file.status(), 200);
  const game = await file.json();
  assert.equal(game.game, 'noughts');
  await part(pages);
});
