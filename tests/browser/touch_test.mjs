// Every game by finger: taps and drags, as a touch screen gives them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn } from './line.mjs';
import { inHand, square, twoKinds } from './moves.mjs';
import { meet, onTurn, openParlor, part, untilTurn, visitor } from './parlor.mjs';

const { server, browser } = await openParlor('--seed', '11');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function pair(game) {
  const pages = [await visitor(browser, server, '/', PHONE), await visitor(browser, server, '/', PHONE)];
  await meet(...pages, game);
  const first = await onTurn(pages);
  return [first, pages.find((page) => page !== first)];
}

async function centreOf(place) {
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await place.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** A finger from one place to the other, which rests there before it is lifted: else the browser takes it for a flick. */
async function swipe(page, from, to) {
  const finger = await page.context().newCDPSession(page);
  const [start, end] = [await centreOf(from), await centreOf(to)];
  const touch = (type, points) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  for (const step of [1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8]) {
    await touch('touchMove', [{ x: start.x + ((end.x - start.x) * step) / 8, y: start.y + ((end.y - start.y) * step) / 8 }]);
    await drawn(page);
  }
  await touch('touchEnd', []);
  await finger.detach();
  await drawn(page);
}

test('chess by finger: a drag, and two taps', async () => {
  const [white, black] = await pair('Chess');
  await swipe(white, square(white, 'e2'), square(white, 'e4'));
  await black.locator('.move', { hasText: 'e4' }).waitFor({ state: 'attached' });
  await untilTurn(black);
  await square(black, 'e7').tap();
  await square(black, 'e5').tap();
  await white.locator('.move', { hasText: 'e5' }).waitFor({ state: 'attached' });
  await part(white, black);
});

test('scrabble by finger: a laid tile is moved, taken back to the rack by a drag, and by a tap', async () => {
  const [page, other] = await pair('Scrabble');
  const tiles = page.locator('.rack button');
  const rack = () => tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')));
  const before = await rack();
  const at = before.findIndex((tile) => tile !== 'blank');
  const lies = async (where) => /not yet played/.test(await square(page, where).getAttribute('aria-label'));
  await swipe(page, tiles.nth(at), square(page, 112));
  assert.ok(await lies(112), 'from the rack by a drag');
  const scrolled = await page.evaluate(() => scrollY);
  await swipe(page, square(page, 112), square(page, 82));
  assert.deepEqual([await lies(112), await lies(82)], [false, true], 'moved by a drag');
  assert.equal(await page.evaluate(() => scrollY), scrolled, 'the page stays');
  await swipe(page, square(page, 82), tiles.nth(2));
  assert.equal(await lies(82), false, 'taken back by a drag');
  assert.deepEqual((await rack()).sort(), [...before].sort());
  assert.equal((await rack())[2], before[at], 'to where it was let go');
  await tiles.nth(2).tap();
  await square(page, 112).tap();
  assert.ok(await lies(112), 'by two taps');
  await square(page, 112).tap();
  assert.equal(await lies(112), false, 'taken back by a tap');
  assert.equal((await rack()).length, 7);
  await part(page, other);
});

test('spectrangle by finger: a tile is dragged to its cell and tapped to be played', async () => {
  const [page, other] = await pair('Spectrangle');
  const tile = page.locator('[data-tile]').first();
  await tile.tap();
  const cell = await page.locator('.offer').first().getAttribute('data-location');
  const place = page.locator(`[data-location="${cell}"]`);
  await swipe(page, tile, place);
  assert.match(await place.getAttribute('aria-label'), /not yet played/);
  await place.tap();
  await untilTurn(other);
  await part(page, other);
});

test('my shelfie by finger: tiles are swept, put in order, and fall', async () => {
  const [page, other] = await pair('My Shelfie');
  const chosen = page.locator('.chosen[data-cell]');
  const [start, next] = await twoKinds(page);
  await start.tap();
  assert.equal(await chosen.count(), 1);
  await page.getByRole('button', { name: 'Undo' }).tap();
  assert.equal(await chosen.count(), 0);
  await swipe(page, start, next);
  assert.equal(await chosen.count(), 2);
  await page.getByRole('button', { name: 'Take 2' }).tap();
  const hand = page.locator('[data-hand]');
  await hand.nth(1).waitFor();
  const [first, second] = await inHand(page);
  await swipe(page, hand.nth(0), hand.nth(1));
  assert.deepEqual(await inHand(page), [second, first]);
  await page.locator('[data-column]').first().tap();
  await untilTurn(other);
  await part(page, other);
});
