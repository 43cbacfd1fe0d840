// What a hand does is drawn at once and stays: let go outside it returns, refused it goes back with a word why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, lineVisitor } from './line.mjs';
import { drag, inHand, square, twoKinds, typeMove } from './moves.mjs';
import { meet, onTurn, openParlor, part, untilTurn } from './parlor.mjs';

const { server, browser } = await openParlor('--seed', '11');

async function pair(game) {
  const pages = [await lineVisitor(browser, server), await lineVisitor(browser, server)];
  await meet(...pages, game);
  const first = await onTurn(pages);
  return [first, pages.find((page) => page !== first)];
}

/** Takes something with the mouse and lets it go at a place of the window. */
async function throwTo(page, from, x, y) {
  const box = await from.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x, box.y, { steps: 3 });
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.up();
  await drawn(page);
}

/** What a look at the page gives, now. */
const glance = (page, look, ...words) => page.evaluate(`(${look})(...${JSON.stringify(words)})`);

/** What a look at the page gives in the first frame after the event with which `action` ends. */
async function frameAfter(page, event, action, look, ...words) {
  await page.evaluate(`globalThis.seen = new Promise((resolve) => {
    const look = () => resolve((${look})(...${JSON.stringify(words)}));
    addEventListener('${event}', () => requestAnimationFrame(look), { capture: true, once: true });
  }), null`);
  await action();
  return page.evaluate(() => globalThis.seen);
}

const labels = (...squares) => squares.map((name) => document.querySelector(`[data-square="${name}"]`).getAttribute('aria-label'));
const toast = (page) => page.locator('.toasts p');

/** The server is asked for something else than the page believes; its own words of refusal come back. */
function spoil(page, move) {
  page.line.change = (request) => (request.ask === 'move' ? { ...request, move } : request);
}

function mend(page) {
  page.line.change = (request) => request;
}

/** The word why is seen, above everything. */
async function assertRefused(page) {
  await toast(page).first().waitFor();
  assert.notEqual((await toast(page).first().innerText()).trim(), '');
  assert.ok(await toast(page).first().evaluate((word) => {
    const { x, y, width, height } = word.getBoundingClientRect();
    return word.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }), 'the word is seen');
}

test('chess: let go outside the board, a piece returns and nothing is asked', async () => {
  const [white, black] = await pair('Chess');
  const board = await white.locator('svg:has([role="grid"])').boundingBox();
  const e2 = await square(white, 'e2').boundingBox();
  const middle = e2.x + e2.width / 2;
  for (const [x, y] of [[board.x - 20, e2.y - e2.height], [middle, board.y - 20], [middle, board.y + board.height + 10], [board.x + board.width + 20, e2.y - e2.height]]) {
    await throwTo(white, square(white, 'e2'), x, y);
    assert.equal(await white.locator('.lifted, .flying').count(), 0);
    assert.equal(await square(white, 'e2').getAttribute('aria-label'), 'e2, white pawn');
  }
  await throwTo(black, square(black, 'e7'), board.x - 20, board.y + board.height / 2);
  assert.equal(await black.locator('[aria-label*="planned"]').count(), 0);
  assert.deepEqual(white.line.moves(), []);
  await part(white, black);
});

test('the other games: let go outside, a tile returns and nothing is asked', async () => {
  const [scrabble, other] = await pair('Scrabble');
  const rack = () => scrabble.locator('.rack button').evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')));
  const tiles = await rack();
  await throwTo(scrabble, scrabble.locator('.rack button').nth(2), 5, 400);
  assert.deepEqual(await rack(), tiles);
  const at = tiles.findIndex((tile) => tile !== 'blank');
  await drag(scrabble, scrabble.locator('.rack button').nth(at), square(scrabble, 112));
  assert.equal((await rack()).length, 6);
  await throwTo(scrabble, square(scrabble, 112), 5, 400);
  assert.deepEqual((await rack()).sort(), [...tiles].sort(), 'one that was laid goes back to the rack');
  assert.equal(await scrabble.locator('.flying').count(), 0);
  assert.deepEqual(scrabble.line.moves(), []);
  await part(scrabble, other);

  const [spectrangle, second] = await pair('Spectrangle');
  await throwTo(spectrangle, spectrangle.locator('[data-tile]').first(), 5, 400);
  assert.equal(await spectrangle.locator('.flying, .frame').count(), 0);
  assert.equal(await spectrangle.locator('[data-tile]').count(), 4);
  assert.deepEqual(spectrangle.line.moves(), []);
  await part(spectrangle, second);

  const [shelfie, third] = await pair('My Shelfie');
  for (const cell of await twoKinds(shelfie)) await cell.click();
  await shelfie.getByRole('button', { name: /^Take 2/ }).click();
  const before = await inHand(shelfie);
  assert.equal(before.length, 2);
  await throwTo(shelfie, shelfie.locator('[data-hand]').first(), 5, 400);
  assert.deepEqual(await inHand(shelfie), before);
  assert.equal(shelfie.line.moves().length, 1);
  await part(shelfie, third);
});

test('chess: a move is drawn in the frame after the drop and stays: captures, in passing, promotion, castling', async () => {
  const [white, black] = await pair('Chess');
  const play = async (page, move) => {
    await untilTurn(page);
    assert.ok(await typeMove(page, move), move);
  };
  /** By drag while no word of the server comes; what is then seen is what is seen when it has come. */
  const dropped = async (from, to, squares, expected, finish = null) => {
    await untilTurn(white);
    white.line.hold();
    const said = white.line.moves().length;
    const drop = () => drag(white, square(white, from), square(white, to));
    let seen = await frameAfter(white, 'pointerup', drop, labels, ...squares);
    if (finish) seen = await finish(seen);
    assert.deepEqual(seen, expected);
    // Another move meanwhile is only planned.
    await square(white, 'a2').click();
    await square(white, 'a4').click();
    assert.equal(white.line.moves().length, said + 1);
    await square(white, 'a2').click();
    await square(white, 'a2').click();
    assert.equal(await white.locator('[aria-label*="planned"]').count(), 0);
    white.line.release();
    await untilTurn(black);
    await drawn(white);
    assert.deepEqual(await glance(white, labels, ...squares), expected);
    assert.equal(white.line.moves().length, said + 1);
  };
  await dropped('e2', 'e4', ['e2', 'e4'], ['e2, empty', 'e4, white pawn']);
  await play(black, 'a6');
  await dropped('e4', 'e5', ['e4', 'e5'], ['e4, empty', 'e5, white pawn']);
  await play(black, 'f5');
  await dropped('e5', 'f6', ['e5', 'f5', 'f6'], ['e5, empty', 'f5, empty', 'f6, white pawn']);
  await play(black, 'a5');
  await dropped('f6', 'g7', ['f6', 'g7'], ['f6, empty', 'g7, white pawn']);
  await play(black, 'a4');
  await dropped('g7', 'h8', ['g7', 'h8'], ['g7, empty', 'h8, white knight'], async (seen) => {
    assert.deepEqual(seen, ['g7, empty', 'h8, white pawn'], 'it waits there for what it becomes');
    const knight = white.getByRole('dialog').getByRole('button', { name: 'knight' });
    return frameAfter(white, 'click', () => knight.click(), labels, 'g7', 'h8');
  });
  for (const [page, move] of [[black, 'a3'], [white, 'Nf3'], [black, 'axb2'], [white, 'Be2'], [black, 'h5']]) await play(page, move);
  await dropped('e1', 'g1', ['e1', 'f1', 'g1', 'h1'], ['e1, empty', 'f1, white rook', 'g1, white king', 'h1, empty']);
  await part(white, black);
});

test('chess: what is refused goes back with a word why, and what was planned upon it is dropped', async () => {
  const [white, black] = await pair('Chess');
  white.line.hold();
  spoil(white, 'e2e5');
  await drag(white, square(white, 'e2'), square(white, 'e4'));
  await square(white, 'd2').click();
  await square(white, 'd4').click();
  assert.equal(await square(white, 'e4').getAttribute('aria-label'), 'e4, white pawn');
  mend(white);
  white.line.release();
  await assertRefused(white);
  assert.deepEqual(await glance(white, labels, 'e2', 'e4', 'd2', 'd4'), ['e2, white pawn', 'e4, empty', 'd2, white pawn', 'd4, empty']);
  assert.equal(white.line.moves().length, 1);
  await untilTurn(white);
  await drag(white, square(white, 'e2'), square(white, 'e4'));
  await black.locator('.move', { hasText: 'e4' }).waitFor();
  await part(white, black);
});

test('scrabble: a word lies at once; refused, it is as it was laid', async () => {
  const [page, other] = await pair('Scrabble');
  const tiles = page.locator('.rack button');
  const rack = () => tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')));
  await drag(page, tiles.nth(0), tiles.nth(4));
  const before = await rack();
  const at = before.map((tile, index) => (tile === 'blank' ? -1 : index)).filter((index) => index >= 0);
  await drag(page, tiles.nth(at[2]), square(page, 112));
  await drag(page, tiles.nth(at[0]), square(page, 113));
  const look = (...squares) => [document.querySelectorAll('.rack button').length, ...squares.map((name) => document.querySelector(`[data-square="${name}"]`).getAttribute('aria-label'))];
  const letters = [before[at[2]].charAt(0), before[at[0]].charAt(0)];
  const laid = [5, `H8, ${letters[0]}, not yet played`, `I8, ${letters[1]}, not yet played`];
  assert.deepEqual(await glance(page, look, 112, 113), laid);
  const left = await rack();
  page.line.hold();
  spoil(page, '@QA1');
  const play = page.locator('.tools .play');
  await page.evaluate(() => (globalThis.laid = [...document.querySelectorAll('svg:has([role="grid"]) g.new')]));
  const seen = await frameAfter(page, 'click', () => play.click(), look, 112, 113);
  assert.deepEqual(await page.evaluate(() => laid.map((tile) => tile.isConnected && tile.classList.contains('last'))), [true, true], 'the same tiles, played');
  assert.deepEqual(seen, [5, `H8, ${letters[0]}`, `I8, ${letters[1]}`]);
  assert.ok(await play.isDisabled());
  mend(page);
  page.line.release();
  await assertRefused(page);
  assert.deepEqual(await glance(page, look, 112, 113), laid, 'as it was');
  assert.deepEqual(await rack(), left);
  await part(page, other);
});

test('spectrangle: a tile lies at once; refused, it can be played again', async () => {
  const [page, other] = await pair('Spectrangle');
  await page.locator('[data-tile]').first().click();
  const cell = Number(await page.locator('.offer').first().getAttribute('data-location'));
  await page.locator('.offer').first().click();
  const play = page.getByRole('button', { name: /^Play/ });
  const look = (location) => [document.querySelectorAll('[data-tile]').length, document.querySelector(`[data-location="${location}"]`).getAttribute('aria-label')];
  const [, pending] = await glance(page, look, cell);
  assert.match(pending, /not yet played/);
  page.line.hold();
  spoil(page, 'skip');
  const seen = await frameAfter(page, 'click', () => play.click(), look, cell);
  assert.equal(seen[0], 3);
  assert.match(seen[1], /^cell \d+, .* points$/);
  assert.ok(await play.isDisabled());
  mend(page);
  page.line.release();
  await assertRefused(page);
  assert.equal((await glance(page, look, cell))[1], pending);
  page.line.hold();
  await play.click();
  await drawn(page);
  page.line.release();
  await untilTurn(other);
  await drawn(page);
  assert.equal((await glance(page, look, cell))[1], seen[1], 'what the server tells looks the same');
  await part(page, other);
});

test('my shelfie: tiles are taken and fall at once, though each step waits for the one before; refused, they are back', async () => {
  const [page, other] = await pair('My Shelfie');
  const look = () => ({
    board: [...document.querySelectorAll('[data-cell]')].map((cell) => cell.getAttribute('aria-label').replace(/, (chosen|can be taken)/, '')),
    hand: document.querySelectorAll('[data-hand]').length,
    shelf: [...document.querySelectorAll('.side [aria-label^="Column"]')].map((column) => column.getAttribute('aria-label').replace(/\. .*/, '')),
  });
  const start = await glance(page, look);
  await page.locator('.offer').first().click();
  await page.locator('.offer').first().click();
  const take = page.getByRole('button', { name: /^Take/ });
  page.line.hold();
  spoil(page, 'take:0,0');
  const taken = await frameAfter(page, 'click', () => take.click(), look);
  assert.equal(taken.hand, 2);
  assert.equal(taken.board.filter((label, at) => label !== start.board[at]).length, 2);
  mend(page);
  page.line.release();
  await assertRefused(page);
  assert.deepEqual(await glance(page, look), start);
  assert.equal(await page.locator('.chosen[data-cell]').count(), 2, 'still chosen');

  page.line.hold();
  await take.click();
  const fallen = await frameAfter(page, 'click', () => page.locator('[data-column="1"]').click(), look);
  assert.equal(fallen.hand, 0);
  assert.deepEqual(fallen.board, taken.board);
  assert.match(fallen.shelf[1], /^Column 2: \w+, \w+$/);
  page.line.release();
  await untilTurn(other);
  await drawn(page);
  assert.deepEqual(await glance(page, look), fallen);
  assert.deepEqual(page.line.moves().slice(1).map((move) => move.split(':')[0]), ['take', 'order', 'column']);
  await part(page, other);
});
