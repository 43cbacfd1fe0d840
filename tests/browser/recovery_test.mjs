// Against the computer; and what a page does when it is reloaded, loses the connection, or the server dies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOut, spectrangleMove, square } from './moves.mjs';
import { meet, onTurn, openParlor, playBot, status, visitor } from './parlor.mjs';

const { server, browser } = await openParlor();

async function say(page, move) {
  await page.getByLabel('Type a move').fill(move);
  await page.keyboard.press('Enter');
}

test('every game can be begun against the computer in three clicks, and it answers', async () => {
  for (const game of ['Chess', 'Scrabble', 'Spectrangle', 'My Shelfie']) {
    const page = await visitor(browser, server);
    await playBot(page, game);
    assert.ok(await onTurn([page]));
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('spectrangle against the computer to the end', async () => {
  const page = await visitor(browser, server);
  await playBot(page, 'Spectrangle');
  await playOut([page], spectrangleMove, 100);
  const address = page.url();
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.waitForURL((url) => url.href !== address);
  assert.ok(await onTurn([page]));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a reload in the middle of a game leads back to the seat', async () => {
  const page = await visitor(browser, server);
  await playBot(page, 'Chess');
  await onTurn([page]);
  const before = await page.locator('.move').count();
  await page.reload();
  await onTurn([page]);
  assert.equal(await page.locator('.move').count(), before);
  // Whoever comes to the hall by its address is led back, too; who goes there finds the way back.
  await page.goto(server.address);
  await onTurn([page]);
  await page.getByRole('link', { name: 'Parlor, to the hall' }).click();
  await page.getByRole('link', { name: /Back to the table/ }).first().click();
  await onTurn([page]);
  await page.context().close();
});

test('the server is killed and started again: both pages recover by themselves, and no move is lost', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Chess');
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);
  await say(white, 'e4');
  await onTurn([black]);

  await server.kill();
  await Promise.all(pages.map((page) => page.getByText('The connection was lost').waitFor()));
  // Asked while nobody listens: it is asked again when somebody does.
  await square(black, 'e7').click();
  await square(black, 'e5').click();
  await server.run();

  await Promise.all(pages.map((page) => page.locator('.dot.on').waitFor()));
  await white.locator('.move', { hasText: 'e5' }).waitFor();
  await say(white, 'Nf3');
  await black.locator('.move', { hasText: 'Nf3' }).waitFor();
  assert.equal(await status(black), 'Your turn');
  for (const page of pages) assert.deepEqual(page.complaints, []);
  await Promise.all(pages.map((page) => page.context().close()));
});
