// Two browsers play each game to its end, by mouse, drag, typing and keys; others watch, talk and see it again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drag, playOut, shelfieMove, spectrangleMove, square } from './moves.mjs';
import { meet, onTurn, openParlor, part, playAgain, rename, status, untilOver, untilTurn, visitor } from './parlor.mjs';

const { server, browser } = await openParlor();

async function pair(game) {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, game);
  return pages;
}

/** After the end: the result is shown, the game can be seen again and fetched as a file. */
async function seeAgain(page, kind) {
  const table = Number(new URL(page.url()).pathname.split('/')[2]);
  await page.getByRole('link', { name: 'Replay' }).click();
  await page.getByRole('button', { name: 'Last' }).click();
  assert.equal(await page.locator('.badge.away').count(), 0, 'nobody is away from a game that is over');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.locator('button.move[aria-current]').first().waitFor();
  const file = await page.request.get(`${server.address}/export/${table}.${kind}`);
  assert.equal(file.status(), 200);
  assert.notEqual(await file.text(), '');
}

test('chess: a mate by clicks, a drag, a typed move and keys', async () => {
  const pages = await pair('Chess');
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);

  await square(white, 'f2').click();
  await square(white, 'f3').click();

  await untilTurn(black);
  await square(black, 'e7').dragTo(square(black, 'e5'));

  await untilTurn(white);
  await white.getByLabel('Type a move').fill('g4');
  await white.keyboard.press('Enter');

  await untilTurn(black);
  await square(black, 'd8').focus();
  await black.keyboard.press('Enter');
  // Black sees the board from the other side: towards h4 is up and to the left.
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await black.keyboard.press(key);
  await black.keyboard.press('Enter');

  assert.equal(await untilOver(black), 'You win by checkmate');
  assert.match(await untilOver(white), / wins by checkmate$/);
  assert.deepEqual(await white.locator('.move').allInnerTexts(), ['f3', 'e5', 'g4', 'Qh4#']);
  await seeAgain(white, 'pgn');
  await part(pages);
});

test('chess: an illegal move is not offered; a planned one is played when it can be', async () => {
  const pages = await pair('Chess');
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);
  await square(white, 'e2').click();
  await square(white, 'e5').click();
  assert.equal(await status(white), 'Your turn');
  await square(black, 'g8').click();
  await square(black, 'f6').click();
  await black.getByRole('button', { name: 'Drop the planned move' }).waitFor();
  await white.getByLabel('Type a move').fill('e2e4');
  await white.keyboard.press('Enter');
  await white.locator('.move', { hasText: 'Nf6' }).waitFor();
  await part(pages);
});

test('chess: again with the same people', async () => {
  const pages = await pair('Chess');
  await pages[0].getByRole('button', { name: 'Resign' }).click();
  await pages[0].getByRole('dialog').getByRole('button', { name: 'Play on' }).click();
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);
  for (const [page, move] of [[white, 'f3'], [black, 'e5'], [white, 'g4'], [black, 'Qh4']]) {
    await untilTurn(page);
    await page.getByLabel('Type a move').fill(move);
    await page.keyboard.press('Enter');
    await page.locator('.move', { hasText: move }).waitFor();
  }
  await playAgain(pages);
  assert.ok(await onTurn(pages));
  await part(pages);
});

/** Lays the first two-letter word that the rack allows and the server takes; false if there is none. */
async function layWord(page) {
  const labels = await page.locator('.rack button').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')));
  const letters = labels.map((label) => label.charAt(0).toUpperCase());
  for (const word of ['AX', 'EX', 'OX', 'HE', 'ME', 'WE', 'BE', 'AT', 'IT', 'TO', 'AN', 'IN', 'ON', 'AS', 'IS', 'US', 'SO', 'NO', 'GO', 'DO', 'OR', 'OF', 'IF', 'UP', 'AM', 'MY', 'BY']) {
    const [first, second] = word;
    if (!letters.includes(first) || !letters.filter((_, at) => at !== letters.indexOf(first)).includes(second)) continue;
    await square(page, 7 * 15 + 7).click();
    await page.keyboard.type(word);
    await page.waitForFunction(() => /\+\d/.test(document.querySelector('.verdict')?.textContent ?? ''));
    await page.keyboard.press('Enter');
    return true;
  }
  return false;
}

test('scrabble: a word by typing, an exchange, then passes to the end', async () => {
  const pages = await pair('Scrabble');
  let laid = false;
  for (let turn = 0; turn < 12 && !laid; ++turn) {
    const page = await onTurn(pages);
    laid = await layWord(page);
    if (!laid) {
      await page.getByRole('button', { name: 'Exchange' }).click();
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await page.getByRole('button', { name: /^Exchange \d/ }).click();
    }
    await page.waitForFunction(() => document.querySelector('.status')?.textContent !== 'Your turn');
  }
  assert.ok(laid);
  await playOut(pages, async (page) => {
    await page.getByRole('button', { name: 'Pass' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pass' }).click();
  }, 10);
  await seeAgain(pages[1], 'gcg');
  await part(pages);
});

test('spectrangle: to the end, tile by tile', async () => {
  const pages = await pair('Spectrangle');
  await playOut(pages, spectrangleMove, 200);
  await playAgain(pages);
  assert.ok(await onTurn(pages));
  await part(pages);
});

test('my shelfie: to the end, step by step', async () => {
  const pages = await pair('My Shelfie');
  await playOut(pages, shelfieMove, 400);
  // Groups are outlined, here and when it is seen again, which needs nobody to leave before.
  for (const page of pages) await page.locator('.group').first().waitFor();
  await pages[0].getByRole('link', { name: 'Replay' }).click();
  await pages[0].getByRole('button', { name: 'Last' }).click();
  await pages[0].locator('.group').first().waitFor();
  await pages[0].goBack();
  await playAgain(pages);
  assert.ok(await onTurn(pages));
  await part(pages);
});

test('tiles of Scrabble are dragged within the rack, to the board, on it, and back', async () => {
  const pages = await pair('Scrabble');
  const page = await onTurn(pages);
  const tiles = page.locator('.rack button');
  const rack = () => tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')));
  await page.getByRole('button', { name: 'Shuffle' }).click();
  const [first, second, third, ...rest] = await rack();
  await drag(page, tiles.nth(0), tiles.nth(2));
  assert.deepEqual(await rack(), [second, third, first, ...rest]);
  await drag(page, tiles.nth(0), square(page, 16));
  if (second === 'blank') await page.getByRole('dialog').getByRole('button', { name: 'E', exact: true }).click();
  assert.deepEqual(await rack(), [third, first, ...rest]);
  await page.locator('.verdict', { hasText: /centre/ }).waitFor();
  await drag(page, square(page, 16), square(page, 18));
  assert.match(await square(page, 18).getAttribute('aria-label'), /^D2, .*not yet played$/);
  await drag(page, square(page, 18), tiles.nth(0));
  assert.deepEqual(await rack(), [second, third, first, ...rest]);
  await part(pages);
});

test('tiles of Spectrangle are dragged to a cell; those of My Shelfie are swept', async () => {
  const spectrangle = await pair('Spectrangle');
  const one = await onTurn(spectrangle);
  const tile = one.locator('[data-tile]').first();
  await tile.click();
  await drag(one, tile, one.locator('.offer').first());
  await one.getByRole('button', { name: /^Play for/ }).click();
  await one.locator('.move').first().waitFor();
  await part(spectrangle);

  const shelfie = await pair('My Shelfie');
  const other = await onTurn(shelfie);
  await other.locator('.offer').first().click();
  const neighbour = other.locator('.offer').first();
  const chosen = other.locator('.chosen[data-cell]');
  if ((await neighbour.count()) > 0) {
    const next = other.locator(`[data-cell="${await neighbour.getAttribute('data-cell')}"]`);
    const start = other.locator(`[data-cell="${await chosen.first().getAttribute('data-cell')}"]`);
    await other.getByRole('button', { name: 'Undo' }).click();
    await drag(other, start, next);
    assert.ok((await chosen.count()) >= 1);
  }
  await part(shelfie);
});

test('names and talk are text, whatever they look like', async () => {
  const pages = await pair('Chess');
  const said = '<img src=x onerror="document.title=1"> & <b>bold</b>';
  await pages[0].getByRole('tab', { name: 'Chat' }).click();
  await pages[0].getByLabel('Say something').fill(said);
  await pages[0].keyboard.press('Enter');
  await pages[1].getByRole('tab', { name: 'Chat' }).click();
  await pages[1].getByText(said).waitFor();
  assert.equal(await pages[1].locator('img, .lines b').count(), 0);
  await part(pages);
});

test('somebody watches; what one has in hand is not shown', async () => {
  const pages = await pair('Scrabble');
  await rename(pages[0], 'anna');
  const third = await visitor(browser, server);
  await third.getByRole('link', { name: /anna.*Watch/ }).click();
  await third.locator('.table').waitFor();
  assert.equal(await third.locator('.rack').count(), 0);
  assert.match(await status(third), /is to move/);
  const page = await onTurn(pages);
  await page.getByRole('button', { name: 'Pass' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pass' }).click();
  await third.locator('.move', { hasText: /pass/i }).waitFor();
  await third.getByRole('button', { name: 'Stop watching' }).click();
  await third.getByRole('heading', { name: 'Waiting for players' }).waitFor();
  await part([...pages, third]);
});

test('a private table is found by its link alone', async () => {
  const host = await visitor(browser, server, '/', { permissions: ['clipboard-read', 'clipboard-write'] });
  const stranger = await visitor(browser, server);
  await host.getByLabel('Private, by link').check();
  await host.getByRole('button', { name: /Create, and wait/ }).click();
  await host.getByRole('button', { name: 'Copy a link for others' }).click();
  const link = new URL(await host.evaluate(() => navigator.clipboard.readText()));
  await stranger.waitForTimeout(500);
  assert.equal(await stranger.getByRole('button', { name: /Join/ }).count(), 0);
  const guest = await visitor(browser, server, link.pathname + link.search);
  await guest.locator('.table').waitFor();
  await host.locator('.table').waitFor();
  await part([host, stranger, guest]);
});
