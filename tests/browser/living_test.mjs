// The board of a live table is made once and then only changes: its nodes, the focus, and what one has begun stay, whatever is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, lineVisitor } from './line.mjs';
import { drag, inHand, pass, playOut, shelfieMove, spectrangleMove, square, twoKinds, typeMove } from './moves.mjs';
import { meet, onTurn, openParlor, part, playBot, untilOver, untilTurn, visitor, Wire } from './parlor.mjs';

const { server, browser } = await openParlor('--seed', '11');

async function pair(game, options = {}) {
  const pages = [await lineVisitor(browser, server, options), await lineVisitor(browser, server, options)];
  await meet(...pages, game);
  const first = await onTurn(pages);
  const second = pages.find((page) => page !== first);
  await second.locator('[role="grid"]').waitFor();
  return [first, second];
}

/** From now on the page notes every part of its board that is made anew. */
async function mark(page) {
  await page.locator('[role="grid"]').waitFor();
  await page.evaluate(() => {
    const WHOLE = 'svg:has([role="grid"])';
    const board = document.querySelector(WHOLE);
    const cells = [...board.querySelectorAll('[role="gridcell"]')];
    const rebuilt = [];
    globalThis.living = { rebuilt, stays: () => document.querySelector(WHOLE) === board && cells.every((cell) => board.contains(cell)) };
    const observer = new MutationObserver((records) => {
      const changes = (kind) => records.flatMap((record) => [...record[kind]].map((node) => ({ node, parent: record.target }))).filter(({ node }) => node instanceof Element);
      const gone = changes('removedNodes');
      for (const { node, parent } of changes('addedNodes')) {
        const copy = board.contains(node) ? gone.findIndex((other) => other.parent === parent && other.node.outerHTML === node.outerHTML) : -1;
        if (copy >= 0) gone.splice(copy, 1);
        // A piece never comes into a game; cells and boards neither come nor go.
        if (copy >= 0 || node.matches(`${WHOLE}, [role="gridcell"], .man`) || node.querySelector(`${WHOLE}, [role="gridcell"]`)) rebuilt.push(node.outerHTML.slice(0, 120));
      }
    });
    observer.observe(document.querySelector('main'), { childList: true, subtree: true });
  });
}

async function assertLived(page) {
  assert.deepEqual(await page.evaluate(() => living.rebuilt), [], 'parts of the board that were made anew');
  assert.ok(await page.evaluate(() => living.stays()), 'the same board and cells');
}

// With a capture in passing, promotions, castling, and mate.
const GAME = ['e4', 'a6', 'e5', 'f5', 'exf6', 'a5', 'fxg7', 'a4', 'gxh8=Q', 'a3', 'Nh3', 'axb2', 'Bc4', 'bxa1=Q', 'O-O', 'Qxb1', 'Qh5'];

test('chess: no part of the board is made anew in a whole game', async () => {
  const pages = await pair('Chess');
  await Promise.all(pages.map(mark));
  for (const [at, move] of GAME.entries()) {
    const page = pages[at % 2];
    await untilTurn(page);
    assert.ok(await typeMove(page, move), move);
    assert.ok(await page.getByLabel('Type a move').evaluate((field) => field === document.activeElement), 'who types goes on typing');
  }
  assert.equal(await untilOver(pages[0]), 'You win by checkmate');
  await untilOver(pages[1]);
  await Promise.all(pages.map(assertLived));
  await part(...pages);
});

for (const [game, move, most] of [['Scrabble', pass, 80], ['Spectrangle', spectrangleMove, 100], ['My Shelfie', shelfieMove, 100]]) {
  test(`${game}: no part of the board is made anew in a whole game`, async () => {
    const page = await visitor(browser, server);
    await playBot(page, game);
    await mark(page);
    await playOut([page], move, most);
    await assertLived(page);
    await part(page);
  });
}

const say = async (page, text) => {
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByLabel('Say something').fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Moves' }).click();
};

/** What others can do to a page, but moves; `check` after each. */
async function disturb(page, other, check) {
  const from = page.line.told.length;
  await say(other, 'hello');
  await page.line.hear(({ type }) => type === 'said', from);
  await drawn(page);
  await check('something said');
  await other.line.cut();
  await page.line.hear(({ type, here }) => type === 'presence' && here, from);
  await drawn(page);
  await check('the other lost and found again');
}

/** The same, and a connection of its own that breaks. */
async function disturbAll(page, other, check) {
  await disturb(page, other, check);
  await page.line.cut();
  await page.locator('.dot.on').waitFor();
  await drawn(page);
  await check('a lost connection');
}

const focused = (page) => page.evaluate(() => document.activeElement.getAttribute('data-square') ?? document.activeElement.outerHTML);

test('chess: flip, focus, what is in hand and what is planned outlive whatever happens', async () => {
  const [white, black] = await pair('Chess');
  await mark(black);
  const left = async (name) => (await square(black, name).boundingBox()).x;
  await black.getByRole('button', { name: 'Flip' }).click();
  assert.ok((await left('a1')) < (await left('h1')), 'turned to the side of White');

  // In hand while the other moves: it can be put down as a move then.
  const [from, to] = [await square(black, 'g8').boundingBox(), await square(black, 'f6').boundingBox()];
  await black.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await black.mouse.down();
  await black.mouse.move(to.x + to.width / 2, to.y, { steps: 4 });
  assert.ok(await typeMove(white, 'e4'));
  await untilTurn(black);
  assert.equal(await black.locator('.flying').count(), 1, 'still in hand');
  await black.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
  await black.mouse.up();
  await white.locator('.move', { hasText: 'Nf6' }).waitFor();

  await square(black, 'e7').click();
  await square(black, 'e5').click();
  await square(black, 'e5').focus();
  const check = async (what) => {
    assert.match(await square(black, 'e5').getAttribute('aria-label'), /planned/, what);
    assert.equal(await focused(black), 'e5', what);
    assert.ok((await left('a1')) < (await left('h1')), what);
  };
  await check('planned');
  const before = black.line.told.length;
  await white.getByRole('button', { name: /draw/i }).click();
  await black.line.hear(({ type }) => type === 'offer', before);
  await drawn(black);
  await check('an offer');
  await disturbAll(black, white, check);
  assert.ok(await typeMove(white, 'd4'));
  await white.locator('.move', { hasText: 'e5' }).waitFor();
  await untilTurn(white);
  await drawn(black);
  assert.equal(await focused(black), 'e5');
  assert.ok((await left('a1')) < (await left('h1')));
  await assertLived(black);
  await part(white, black);
});

test('scrabble: what is planned on the other’s turn, the order of the rack, the open tracker and the focus stay', async () => {
  const [first, second] = await pair('Scrabble');
  await mark(second);
  const rack = () => second.locator('.rack button').evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')));
  const tiles = second.locator('.rack button');
  await drag(second, tiles.nth(0), tiles.nth(3));
  for (const at of [16, 17]) {
    await tiles.nth(1).click();
    await square(second, at).click();
    const blank = second.getByRole('dialog').getByRole('button', { name: 'E', exact: true });
    if ((await blank.count()) > 0) await blank.click();
  }
  await second.locator('summary', { hasText: 'unseen' }).click();
  await tiles.nth(2).click();
  await square(second, 17).focus();
  const laid = () => second.locator('[aria-label*="not yet played"]').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
  const state = async () => [await rack(), await laid(), await second.locator('details', { hasText: 'unseen' }).evaluate((one) => one.open), await tiles.nth(2).getAttribute('aria-pressed'), await focused(second)];
  const planned = await state();
  assert.deepEqual([planned[0].length, planned[1].length, ...planned.slice(2)], [5, 2, true, 'true', '17']);
  const check = async (what) => assert.deepEqual(await state(), planned, what);
  await disturbAll(second, first, check);
  // In hand while the other moves, then let go outside: as if nothing had been.
  const [tile, cell] = [await tiles.nth(4).boundingBox(), await square(second, 100).boundingBox()];
  await second.mouse.move(tile.x + tile.width / 2, tile.y + tile.height / 2);
  await second.mouse.down();
  await second.mouse.move(cell.x, cell.y, { steps: 4 });
  await pass(first);
  await untilTurn(second);
  assert.equal(await second.locator('.flying').count(), 1, 'still in hand');
  await second.mouse.move(5, 400);
  await second.mouse.up();
  await square(second, 17).focus();
  await check('a move of the other');
  await disturbAll(second, first, check);
  await assertLived(second);
  await part(first, second);
});

test('spectrangle: the chosen tile and one that is laid for now stay', async () => {
  const [first, second] = await pair('Spectrangle');
  await Promise.all([mark(first), mark(second)]);
  await second.locator('[data-tile]').nth(1).click();
  await first.locator('[data-tile]').first().click();
  await first.locator('.offer').first().click();
  const play = first.getByRole('button', { name: /^Play for/ });
  const label = await play.innerText();
  await disturbAll(first, second, async (what) => assert.equal(await play.innerText(), label, what));
  await play.click();
  await untilTurn(second);
  assert.equal(await second.locator('[data-tile]').nth(1).getAttribute('aria-pressed'), 'true');
  await Promise.all([assertLived(first), assertLived(second)]);
  await part(first, second);
});

// Whose connection breaks in My Shelfie has lost the turn, and with it what was begun: so only what others do is tried.
test('my shelfie: chosen tiles stay, and so does the order of those in hand', async () => {
  const [first, second] = await pair('My Shelfie');
  await mark(first);
  for (const cell of await twoKinds(first)) await cell.click();
  const chosen = () => first.locator('.chosen[data-cell]').evaluateAll((all) => all.map((cell) => cell.getAttribute('data-cell')));
  const cells = await chosen();
  assert.equal(cells.length, 2);
  await disturb(first, second, async (what) => assert.deepEqual(await chosen(), cells, what));
  await first.getByRole('button', { name: /^Take 2/ }).click();
  await first.locator('[data-hand]').nth(1).focus();
  const [one, other] = await inHand(first);
  await first.keyboard.press('Shift+ArrowLeft');
  assert.notEqual(one, other);
  await disturb(first, second, async (what) => assert.deepEqual(await inHand(first), [other, one], what));
  await assertLived(first);
  await part(first, second);
});

test('who watches, and the page of a seat, have a living board, too', async () => {
  const wires = [await Wire.dial(server, 'chess'), await Wire.dial(server, 'chess')];
  const colours = await Promise.all(wires.map((wire) => wire.hear(/COLOR/)));
  const [white, black] = /WHITE/.test(colours[0]) ? wires : [...wires].reverse();
  const seat = await lineVisitor(browser, server);
  await seat.getByRole('link', { name: /^Its board/ }).first().click();
  const watcher = await lineVisitor(browser, server);
  await watcher.getByRole('link', { name: /Watch/ }).first().click();
  for (const page of [seat, watcher]) await mark(page);
  const made = async (text) => Promise.all([seat, watcher].map((page) => page.locator('.move', { hasText: text }).waitFor()));
  await watcher.getByRole('button', { name: 'Flip' }).click();
  await square(watcher, 'e4').focus();
  white.say('MOVE 4 1 4 3');
  await made('e4');
  for (const page of [seat, watcher]) await page.line.cut();
  black.say('MOVE 4 6 4 4');
  await made('e5');
  assert.equal(await focused(watcher), 'e4');
  for (const page of [seat, watcher]) await assertLived(page);
  for (const wire of wires) wire.hangUp();
  await part(seat, watcher);
});

test('a button that a move takes away gives the focus back to the board', async () => {
  const [first, second] = await pair('Spectrangle');
  await first.keyboard.press('1');
  await first.locator('.offer').first().click();
  await first.getByRole('button', { name: /^Play for/ }).focus();
  await first.keyboard.press('Enter');
  await untilTurn(second);
  assert.ok(await first.evaluate(() => document.activeElement.matches('[role="gridcell"]')));
  await part(first, second);
});

/** From now on the page notes what glides, and whether it is still there when it has arrived. */
const noteGliding = (page) =>
  page.evaluate(() => {
    globalThis.glided = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how);
      animation.finished.then(() => glided.push(this.isConnected), () => glided.push('stopped'));
      return animation;
    };
  });

const glidings = (page, count) => page.waitForFunction((many) => glided.length >= many && glided, count).then((found) => found.jsonValue());

test('chess: pieces glide to where they are moved, but not those put by hand; for who wants less motion nothing does', async () => {
  const [white, black] = await pair('Chess', { reducedMotion: 'no-preference' });
  const still = await visitor(browser, server, new URL(white.url()).pathname); // reduced motion
  await still.locator('[role="grid"]').waitFor();
  await Promise.all([white, black, still].map(noteGliding));
  await drag(white, square(white, 'e2'), square(white, 'e4'));
  await untilTurn(black);
  assert.deepEqual(await glidings(black, 1), [true], 'for the other it glides');
  await square(black, 'g8').click();
  await square(black, 'f6').click();
  assert.deepEqual(await glidings(black, 2), [true, true], 'by clicks it glides');
  assert.deepEqual(await glidings(white, 1), [true], 'only what the other moved');
  for (const [page, move] of [[white, 'Nf3'], [black, 'a6'], [white, 'Be2'], [black, 'a5']]) {
    await untilTurn(page);
    assert.ok(await typeMove(page, move), move);
  }
  await untilTurn(white);
  const before = (await glidings(black, 6)).length;
  assert.equal(before, 6, 'each move once');
  await drag(white, square(white, 'e1'), square(white, 'g1'));
  await untilTurn(black);
  assert.equal((await glidings(black, before + 2)).length, before + 2, 'king and rook');
  await still.locator('.move', { hasText: 'O-O' }).waitFor();
  assert.deepEqual(await glidings(still, 0), []);
  await part(white, black, still);
});
