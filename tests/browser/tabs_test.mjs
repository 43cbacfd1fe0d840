// Several windows of one browser, and a server that does not answer for a while.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meet, onTurn, openParlor, playBot, rename, untilTurn, visitor } from './parlor.mjs';

const { server, browser } = await openParlor();

async function say(page, move) {
  await page.getByLabel('Type a move').fill(move);
  await page.keyboard.press('Enter');
}

/** Another window of the same browser. */
async function another(page, where = '/') {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(30_000);
  await tab.goto(server.address + where);
  await tab.locator('.dot.on').waitFor();
  return tab;
}

async function chat(page, text) {
  await page.getByRole('tab', { name: /Chat/ }).click();
  await page.getByLabel('Say something').fill(text);
  await page.keyboard.press('Enter');
}

const said = (page, text) => page.getByRole('log', { name: 'Chat' }).getByText(text, { exact: true });

test('a seat is shown in all windows and played in any; talk and name are the same in all', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Chess');
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);
  const other = await another(white, new URL(white.url()).pathname);
  await untilTurn(other);
  await say(other, 'e4');
  await white.locator('.move', { hasText: 'e4' }).waitFor();
  await untilTurn(black);
  await say(black, 'e5');
  await untilTurn(white);
  await say(white, 'Nf3');
  await other.locator('.move', { hasText: 'Nf3' }).waitFor();
  await chat(black, 'well played');
  for (const page of [white, other]) {
    await page.getByRole('tab', { name: /Chat/ }).click();
    await said(page, 'well played').waitFor();
  }
  await rename(other, 'Zoe');
  await white.getByRole('button', { name: 'Your name: Zoe' }).waitFor();
  // Who reads the page anew sees what was said.
  await other.reload();
  await other.getByRole('tab', { name: /Chat/ }).click();
  await said(other, 'well played').waitFor();
  assert.equal(await said(other, 'well played').count(), 1);
  // One window is closed: nobody is away.
  await white.close();
  await untilTurn(black);
  await say(black, 'Nc6');
  await untilTurn(other);
  assert.equal(await black.getByText('away', { exact: true }).count(), 0);
  for (const page of [black, other]) await page.context().close();
});

test('the hall, another table, a replay and the inspector in other windows disturb nothing', async () => {
  const strangers = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...strangers, 'Chess');
  const watched = new URL(strangers[0].url()).pathname;
  const page = await visitor(browser, server);
  await playBot(page, 'Chess');
  await onTurn([page]);
  const hall = await another(page);
  await hall.getByRole('link', { name: /Back to the table/ }).first().waitFor();
  assert.equal(new URL(hall.url()).pathname, '/');
  const watching = await another(page, watched);
  await watching.getByRole('button', { name: 'Stop watching' }).waitFor();
  const inspector = await another(page, '/inspect');
  await say(page, 'e4');
  await page.locator('.move', { hasText: 'e4' }).first().waitFor();
  await onTurn([page]);
  const mover = await onTurn(strangers);
  await say(mover, 'd4');
  await watching.locator('.move', { hasText: 'd4' }).waitFor();
  assert.equal(new URL(inspector.url()).pathname, '/inspect');
  await watching.getByRole('button', { name: 'Stop watching' }).click();
  await watching.getByRole('link', { name: /Back to the table/ }).first().click();
  await onTurn([watching]);
  // What is left in one is left in all.
  await watching.getByRole('button', { name: 'Resign' }).click();
  await watching.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.waitForFunction(() => document.querySelector('.status')?.textContent !== 'Your turn');
  await hall.getByRole('link', { name: /Back to the table/ }).first().waitFor({ state: 'detached' });
  for (const one of [page, ...strangers]) await one.context().close();
});

test('who waits in one window is led to the game in the hall of all', async () => {
  const page = await visitor(browser, server);
  const other = await another(page);
  await page.getByRole('combobox', { name: /^Game/ }).selectOption({ label: 'Chess' });
  await page.getByRole('button', { name: /Create, and wait/ }).click();
  await other.getByText('you are here').waitFor();
  assert.equal(await other.getByRole('button', { name: 'I am ready' }).count(), 0);
  const guest = await visitor(browser, server);
  await guest.getByRole('button', { name: /Join Chess/ }).click();
  await Promise.all([page, other, guest].map((one) => one.locator('.table').waitFor()));
  assert.equal(page.url(), other.url());
  for (const one of [page, guest]) await one.context().close();
});

test('a guest has the same name after a reload', async () => {
  const page = await visitor(browser, server);
  const name = await page.locator('.name .text').innerText();
  const other = await visitor(browser, server);
  await page.reload();
  await page.locator('.dot.on').waitFor();
  assert.equal(await page.locator('.name .text').innerText(), name);
  for (const one of [page, other]) await one.context().close();
});

test('a server that does not answer is noticed and said; afterwards the game goes on without a reload', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Chess');
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);
  await white.evaluate(() => (globalThis.sameDocument = true));
  server.process.kill('SIGSTOP');
  try {
    await Promise.all(pages.map((page) => page.getByText('No answer from the server').waitFor()));
    assert.equal(await white.locator('.status').innerText(), 'Not connected');
    // Several attempts come to nothing, or rather to connections that nobody has taken up yet.
    for (let attempt = 0; attempt < 3; ++attempt) await white.getByRole('button', { name: 'Try now' }).click();
  } finally {
    server.process.kill('SIGCONT');
  }
  await Promise.all(pages.map((page) => page.locator('.dot.on').waitFor()));
  await untilTurn(white);
  await say(white, 'e4');
  await untilTurn(black);
  await say(black, 'e5');
  await untilTurn(white);
  assert.equal(await white.evaluate(() => globalThis.sameDocument), true);
  await white.getByText(/^The server answers in/).waitFor({ state: 'attached' });
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
