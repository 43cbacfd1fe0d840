// Accounts: made, kept across reloads and a killed server, used elsewhere, given up; by mouse, keyboard and on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, meet, onTurn, openParlor, PATIENCE, rename, Server, untilTurn, visitor } from './parlor.mjs';

const PASSWORD = 'correct horse';
const OTHER = 'battery staple';

const { server, browser } = await openParlor();

const signIn = (page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' });
const account = (page, name) => page.getByRole('button', { name: `Your account: ${name}` });
const dialog = (page) => page.getByRole('dialog');

async function register(page, name, password = PASSWORD) {
  await signIn(page).click();
  await dialog(page).getByRole('button', { name: 'Make one' }).click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

async function enter(page, name, password) {
  await signIn(page).click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

async function say(page, move) {
  await page.getByLabel('Type a move').fill(move);
  await page.keyboard.press('Enter');
}

const problem = (page) => dialog(page).getByRole('alert').innerText();

test('an account is kept across a reload and a killed server, until one signs out', async () => {
  const page = await visitor(browser, server);
  await register(page, 'Anna');
  await account(page, 'Anna').waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await page.reload();
  await account(page, 'Anna').waitFor();
  await server.kill();
  await page.getByText('The connection was lost').waitFor();
  await server.run();
  await page.locator('.dot.on').waitFor();
  await account(page, 'Anna').waitFor();

  await account(page, 'Anna').click();
  await dialog(page).getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: /Your name: guest-/ }).waitFor();
  await page.reload();
  await signIn(page).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('another browser is refused the name, in words; who knows the password is not', async () => {
  const page = await visitor(browser, server);
  await register(page, 'Berta');
  await account(page, 'Berta').waitFor();
  const other = await visitor(browser, server);
  await other.getByRole('button', { name: /Your name/ }).click();
  await other.getByLabel('Your name').fill('berta');
  await other.keyboard.press('Enter');
  await other.getByText('that name belongs to an account').waitFor();
  await other.keyboard.press('Escape');
  await register(other, 'BERTA');
  assert.match(await problem(other), /That name belongs to an account/);
  await other.keyboard.press('Escape');
  await enter(other, 'Berta', 'wrong password');
  assert.match(await problem(other), /The name or the password is wrong/);
  await dialog(other).getByLabel('Password').fill(PASSWORD);
  await other.keyboard.press('Enter');
  await account(other, 'Berta').waitFor();
  await page.getByText('signed in with another browser').waitFor();
  for (const each of [page, other]) {
    assert.deepEqual(each.complaints, []);
    await each.context().close();
  }
});

test('a guest who plays makes an account, and the other sees the name', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await rename(pages[0], 'Cleo');
  await meet(...pages, 'Chess');
  await onTurn(pages);
  await signIn(pages[0]).click();
  await dialog(pages[0]).getByRole('button', { name: 'Make one' }).click();
  assert.equal(await dialog(pages[0]).getByLabel('Name').inputValue(), 'Cleo', 'the present name is proposed');
  await dialog(pages[0]).getByLabel('Name').fill('Cleopatra');
  await dialog(pages[0]).getByLabel('Password').fill(PASSWORD);
  await pages[0].keyboard.press('Enter');
  await account(pages[0], 'Cleopatra').waitFor();
  await pages[1].getByText('Cleopatra').first().waitFor();
  await account(pages[0], 'Cleopatra').click();
  await dialog(pages[0]).getByRole('button', { name: 'Sign out' }).click();
  assert.match(await problem(pages[0]), /You are playing: finish or leave your game first/);
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

/** Another window of the same browser. Its document can be told from one that was loaded anew. */
async function another(page) {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(PATIENCE);
  await tab.goto(server.address);
  await tab.locator('.dot.on').waitFor();
  await tab.evaluate(() => (globalThis.sameDocument = true));
  return tab;
}

test('who makes an account in one window plays on in another', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Chess');
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);
  await white.evaluate(() => (globalThis.sameDocument = true));
  const other = await another(white);
  await register(other, 'Fritz');
  for (const page of [other, white]) await account(page, 'Fritz').waitFor();
  await untilTurn(white);
  await say(white, 'e4');
  await untilTurn(black);
  await say(black, 'e5');
  await untilTurn(white);
  assert.ok(await white.evaluate(() => globalThis.sameDocument));
  await black.getByText('Fritz').first().waitFor();
  assert.equal(await black.getByText('away', { exact: true }).count(), 0);
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('who signs in or out in one window has done so in all, and all go on living', async () => {
  const page = await visitor(browser, server);
  const other = await another(page);
  await register(page, 'Gustav');
  await account(other, 'Gustav').waitFor();
  await account(other, 'Gustav').click();
  await dialog(other).getByRole('button', { name: 'Sign out' }).click();
  for (const each of [page, other]) await each.getByRole('button', { name: /Your name: guest-/ }).waitFor();
  await enter(page, 'Gustav', PASSWORD);
  for (const each of [page, other]) await account(each, 'Gustav').waitFor();
  await other.getByRole('combobox', { name: /^Game/ }).selectOption({ label: 'Chess' });
  await other.getByRole('button', { name: /Create, and wait/ }).click();
  await page.getByText('you are here').waitFor();
  assert.ok(await other.evaluate(() => globalThis.sameDocument));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the password is changed and the account deleted, with the keyboard alone', async () => {
  const page = await visitor(browser, server);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await signIn(page).focus();
  await press('Enter');
  await dialog(page).getByLabel('Name').waitFor();
  await dialog(page).getByRole('button', { name: 'Make one' }).focus();
  await press('Enter');
  await page.keyboard.type('Dora');
  await press('Tab');
  await page.keyboard.type('short');
  await press('Enter');
  assert.match(await problem(page), /A password has 8 to 256 characters/);
  await dialog(page).getByLabel('Password').fill(PASSWORD);
  await press('Enter');
  await account(page, 'Dora').focus();
  await press('Enter');
  await dialog(page).getByRole('button', { name: 'Change your password' }).focus();
  await press('Enter');
  await page.keyboard.type('wrong horse');
  await press('Tab');
  await page.keyboard.type(OTHER);
  await press('Enter');
  await dialog(page).getByText('The old password is wrong').waitFor();
  await dialog(page).getByLabel('Old password').fill(PASSWORD);
  await press('Enter');
  await page.getByText('Your password is changed').waitFor();
  await account(page, 'Dora').focus();
  await press('Enter');
  await dialog(page).getByRole('button', { name: 'Delete your account' }).focus();
  await press('Enter');
  await page.keyboard.type(OTHER);
  await press('Enter');
  await signIn(page).waitFor();
  await rename(page, 'Dora');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const [name, options] of [
  ['a phone, dark', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
  ['a desktop, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
]) {
  test(`${name}: every page of the dialog fits and axe finds nothing serious`, async () => {
    const page = await visitor(browser, server, '/', options);
    const look = async (what) => {
      await assertFits(page, what);
      await assertAccessible(page, what);
      const box = await dialog(page).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= page.viewportSize().width, `${what}: the dialog fits`);
      const hidden = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
      assert.ok(hidden <= 0, `${what}: ${hidden} px of the dialog are hidden`);
    };
    await signIn(page).click();
    await dialog(page).getByLabel('Name').waitFor();
    await look('sign in');
    await dialog(page).getByRole('button', { name: 'Make one' }).click();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Which name?').waitFor();
    await look('register, with a mistake');
    await dialog(page).getByLabel('Name').fill(`A rather long name of ${options.viewport.width}`);
    await dialog(page).getByLabel('Password').fill(PASSWORD);
    await dialog(page).getByLabel('Show what I type').check();
    assert.equal(await dialog(page).getByLabel('Password').getAttribute('type'), 'text');
    await page.keyboard.press('Enter');
    const own = page.getByRole('button', { name: /Your account: A rather/ });
    await own.waitFor();
    await page.locator('.toasts p').waitFor({ state: 'detached' });
    await assertFits(page, 'signed in');
    await own.click();
    await look('account');
    for (const choice of ['Change your password', 'Delete your account']) {
      await dialog(page).getByRole('button', { name: choice }).click();
      await look(choice);
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await own.click();
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a host who wants no accounts has none on the pages', async () => {
  const without = await Server.start('--accounts', 'off');
  try {
    const page = await visitor(browser, without);
    await page.getByRole('button', { name: /Your name/ }).waitFor();
    assert.equal(await signIn(page).count(), 0);
    await page.context().close();
  } finally {
    await without.stop();
  }
});
