// What the pages do by themselves: nothing moves under the pointer, colours follow the system, addresses lead somewhere or say that they do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { square, typeMove } from './moves.mjs';
import { assertAccessible, meet, onTurn, openParlor, part, playBot, untilTurn, visitor } from './parlor.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const { server, browser } = await openParlor();

for (const [name, options] of [['a phone', PHONE], ['a desktop', {}]]) {
  test(`creating a table moves nothing under the pointer on ${name}`, async () => {
    const page = await visitor(browser, server, '/', options);
    const create = page.getByRole('button', { name: /Create, and wait/ });
    await create.scrollIntoViewIfNeeded();
    const before = await create.boundingBox();
    await create.click();
    const waiting = page.getByRole('heading', { name: 'Waiting for Chess' });
    await waiting.waitFor();
    await page.getByText('you are here').waitFor();
    assert.deepEqual(await create.boundingBox(), before);
    const box = await waiting.boundingBox();
    assert.ok(box.y > 0 && box.y + box.height < page.viewportSize().height, 'who waits sees it without scrolling');
    await page.getByRole('button', { name: 'Leave' }).click();
    await waiting.waitFor({ state: 'detached' });
    assert.deepEqual(await create.boundingBox(), before);
    await part(page);
  });
}

test('an address where nothing is says so, and leads to the hall', async () => {
  const page = await visitor(browser, server);
  for (const path of ['/foo/bar', '/table', '/table/x', '/replay/1/2', '/%zz']) {
    const answer = await page.goto(server.address + path);
    assert.equal(answer.status(), 404, path);
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  }
  await assertAccessible(page, 'nowhere');
  await page.getByRole('link', { name: 'To the hall', exact: true }).click();
  await page.getByRole('heading', { name: 'Play against the computer' }).waitFor();
  assert.equal((await page.goto(server.address)).status(), 200);
  await part(page);
});

test('the colours and their button follow the system, and the other windows of the browser', async () => {
  const page = await visitor(browser, server, '/', { colorScheme: 'light' });
  const dark = (pressed) => page.getByRole('button', { name: 'Dark colours', pressed }).waitFor();
  const painted = () => page.evaluate(() => document.documentElement.dataset.theme);
  await dark(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await dark(true);
  assert.equal(await painted(), 'dark');
  const other = await page.context().newPage();
  await other.emulateMedia({ colorScheme: 'dark' });
  await other.goto(server.address);
  await other.getByRole('button', { name: 'Dark colours', pressed: true }).click();
  await dark(false);
  assert.equal(await painted(), 'light');
  await part(page);
});

test('the hall counts the moves that stand', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Chess');
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);
  const hall = await visitor(browser, server);
  const card = hall.locator('li', { has: hall.getByText('Watch') });
  await card.getByText('Chess, 0 moves').waitFor();
  assert.ok(await typeMove(white, 'e2-e4'));
  await untilTurn(black);
  await card.getByText(/Chess, 1 move$/).waitFor();
  await white.getByRole('button', { name: 'Take back' }).click();
  await black.getByRole('button', { name: 'Accept' }).click();
  await untilTurn(white);
  await card.getByText('Chess, 0 moves').waitFor();
  await part(...pages, hall);
});

test('the coordinate of a chosen square is still read', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Chess');
  const white = await onTurn(pages);
  await square(white, 'a2').click();
  const over = await white.evaluate(() => {
    const chosen = document.querySelector('.selected');
    const coordinate = [...document.querySelectorAll('svg text')].find((text) => text.textContent === '2');
    return Boolean(chosen.compareDocumentPosition(coordinate) & Node.DOCUMENT_POSITION_FOLLOWING) && getComputedStyle(coordinate).fill;
  });
  assert.ok(over, 'it is drawn after the colour of the square');
  const plain = await white.evaluate(() => getComputedStyle([...document.querySelectorAll('svg text')].find((text) => text.textContent === '4')).fill);
  assert.notEqual(over, plain, 'and in another colour than on a plain square');
  await part(...pages);
});

/** Loads an address as a slow phone does; how much of what was seen moved by itself. */
async function shiftsAt(page, path, ready) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(server.address + path);
  await ready();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const found = await page.evaluate(() => globalThis.shifts());
  await session.detach();
  return found;
}

test('on a slow phone nothing moves while a page is being loaded', async () => {
  const page = await visitor(browser, server, '/', PHONE);
  await page.addInitScript(() => {
    const all = [];
    const note = (entries) => entries.forEach((entry) => all.push({ value: entry.value, what: entry.sources.map(({ node }) => node?.className ?? node?.nodeName).join(' ') }));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    globalThis.shifts = () => {
      note(observer.takeRecords());
      return all;
    };
  });
  const assertSteady = (shifts, what) => {
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    assert.ok(sum < 0.05, `${what}: ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`);
  };
  assertSteady(await shiftsAt(page, '/', () => page.locator('.games .pick').first().waitFor()), 'the hall');
  for (const game of ['Chess', 'Scrabble', 'Spectrangle', 'My Shelfie']) {
    await page.goto(server.address);
    await playBot(page, game);
    await untilTurn(page);
    const { pathname } = new URL(page.url());
    assertSteady(await shiftsAt(page, pathname, () => untilTurn(page)), game);
    await page.getByRole('button', { name: /Resign|Leave the game/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Resign|Leave the game/ }).click();
  }
  await part(page);
});
