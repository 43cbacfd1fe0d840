// How a person with a mouse plays each game, whatever the rules say is possible.
import assert from 'node:assert/strict';
import { onTurn } from './parlor.mjs';

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** Plays to the end; the result, as each page tells it. */
export async function playOut(pages, move, most) {
  for (let turn = 0; turn < most; ++turn) {
    const page = await onTurn(pages);
    if (!page) return;
    const before = await page.locator('.table').getAttribute('data-seq');
    await move(page);
    await page.waitForFunction((seq) => document.querySelector('.table')?.getAttribute('data-seq') !== seq, before);
  }
  assert.fail(`the game is not over after ${most} moves`);
}

/** With the mouse held down from one place to the other, as a hand does it. */
export async function drag(page, from, to) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width, start.y, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}

/** Any tile on any cell where it fits. */
export async function spectrangleMove(page) {
  const tiles = page.locator('[data-tile]');
  for (let at = 0; at < (await tiles.count()); ++at) {
    await tiles.nth(at).click();
    const fitting = page.locator('.offer');
    if ((await fitting.count()) > 0) {
      await fitting.first().click();
      await page.getByRole('button', { name: /^Play for/ }).click();
      return;
    }
  }
  const swap = page.getByRole('button', { name: 'Swap this tile' });
  await ((await swap.count()) > 0 ? swap : page.getByRole('button', { name: 'Skip' })).click();
}

/** A whole turn: as many tiles as can be had, in the order in which they came, into the first column. */
export async function shelfieMove(page) {
  for (let taken = 0; taken < 3; ++taken) {
    const offer = page.locator('.offer').first();
    if ((await offer.count()) === 0) break;
    await offer.click();
  }
  await page.getByRole('button', { name: /^Take \d/ }).click();
  await page.locator('[data-column]').first().click();
  await page.locator('[data-column]').first().waitFor({ state: 'detached' });
}

/** Two cells side by side, of two kinds, that can be taken together. */
export async function twoKinds(page) {
  const offers = await page.locator('.offer[data-cell]').evaluateAll((cells) =>
    cells.map((cell) => ({ place: cell.dataset.cell.split(',').map(Number), kind: cell.getAttribute('aria-label').split(', ')[2] })));
  for (const { place: [row, column], kind } of offers) {
    const beside = offers.find(({ place, kind: other }) => Math.abs(place[0] - row) + Math.abs(place[1] - column) === 1 && other !== kind);
    if (beside) return [[row, column], beside.place].map((place) => page.locator(`[data-cell="${place}"]`));
  }
  return assert.fail('no two kinds side by side');
}

/** The tiles in hand of My Shelfie, in their order. */
export const inHand = (page) => page.locator('.hand [data-hand]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label').split(',')[0]));

/** Says a move in the game's own notation, as the page's field takes it; whether it was one. */
export async function typeMove(page, move) {
  await page.getByLabel('Type a move').fill(move);
  await page.keyboard.press('Enter');
  return (await page.locator('.wrong').innerText()) === '';
}

/** Anything that can be moved, anywhere. */
export async function chessMove(page) {
  for (const piece of await page.locator('.mine').all()) {
    await piece.click();
    const targets = page.locator('[aria-label*="can be reached"]');
    if ((await targets.count()) === 0) continue;
    await targets.last().click();
    const chooser = page.getByRole('dialog').getByRole('button', { name: /Queen/i });
    if ((await chooser.count()) > 0) await chooser.click();
    return;
  }
}

export async function pass(page) {
  await page.getByRole('button', { name: 'Pass' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pass' }).click();
}
