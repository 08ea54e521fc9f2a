import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addPerson, goodPassphrase } from '../support/server/console.ts';
import { maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import {
  type ConsoleOptions,
  describeInBrowser,
  expectAccessible,
  shoot,
  signOut,
  startConsole,
  wordsOf,
} from './support.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Answers the question that an action in the form asks. */
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').nth(1).getByRole('button', { name, exact: true }).click();
const lineOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** Addresses of screens and sections that only an owner may open. */
const ofOwner = [
  ...['campaigns', 'agents', 'knowledge', 'channels', 'integrations', 'webhooks', 'keys', 'simulator'],
  ...['shop', 'people', 'lan', 'ai', 'limits', 'backups', 'storage', 'demo'].map((section) => `settings/${section}`),
];

/** Signs the owner out and somebody else in, in the same browser. */
async function signInAs(page: Page, name: string | null, passphrase = goodPassphrase): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/')`);
  await signOut(page);
  if (name !== null) await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Passphrase').fill(passphrase);
  await button(page, 'Sign in').click();
}

/** A console in which Ana, an attendant, is signed in. */
async function startAsAna(options: ConsoleOptions = {}) {
  const open = await startConsole({ language: 'en', ...options });
  const ana = await addPerson(open.owner, 'Ana');
  await signInAs(open.page, 'Ana');
  await menu(open.page).waitFor();
  return { ...open, ana };
}

describeInBrowser('people', () => {
  test('an owner adds a person, who signs in by name; the owner changes, disables and deletes her', async () => {
    const { page, owner, go } = await startConsole({ language: 'en' });
    await go('/settings/people');
    await button(page, 'Add a person').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Ana Paula Souza');
    await form.getByLabel('Passphrase', { exact: true }).fill('Ana Paula Souza');
    await form.getByText('It is the person’s name').waitFor();
    await expectAccessible(page);
    await shoot(page, 'people-add');
    await form.getByLabel('Passphrase', { exact: true }).fill(goodPassphrase);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await lineOf(page, 'Ana Paula Souza').getByText('Attendant').waitFor();
    await expectAccessible(page);
    await shoot(page, 'people');

    const people = async () => (await owner.get('/owner/people')).body.data;
    await button(page, 'Change Ana Paula Souza').click();
    await form.getByLabel('Name').fill('Ana');
    await form.getByRole('radio', { name: 'Owner' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await lineOf(page, 'Ana').getByText('Owner').waitFor();
    expect((await people())[1]).toMatchObject({ name: 'Ana', role: 'owner', hasPassphrase: true });

    await button(page, 'Change Ana').click();
    await form.getByRole('button', { name: 'Disable' }).click();
    await confirm(page, 'Disable');
    await lineOf(page, 'Ana').getByText('Disabled').waitFor();
    await button(page, 'Change Ana').click();
    await form.getByRole('button', { name: 'Enable' }).click();
    await lineOf(page, 'Ana').getByText('Disabled').waitFor({ state: 'detached' });
    await button(page, 'Change Ana').click();
    await form.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete');
    await lineOf(page, 'Ana').waitFor({ state: 'detached' });
    expect(await people()).toHaveLength(1);
  });

  test('a name is asked for once several people sign in, and remembered in the browser', async () => {
    const { page, owner } = await startConsole({ language: 'en' });
    await addPerson(owner, 'Ana');
    await addPerson(owner, 'Rui', 'owner');
    await signInAs(page, null);
    await page.getByText('enter your name too').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Name', { exact: true }).fill('rui');
    await page.getByLabel('Passphrase').fill('another passphrase');
    await button(page, 'Sign in').click();
    await page.getByRole('alert').getByText('The name or the passphrase is wrong').waitFor();
    await page.getByLabel('Passphrase').fill(goodPassphrase);
    await button(page, 'Sign in').click();
    await menu(page).getByText('Rui').waitFor();
    await signOut(page);
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('rui');
  });

  test('an attendant sees neither menu entries nor sections of the owner, and is told so at their addresses', async () => {
    const { page, go } = await startAsAna();
    await menu(page).getByText('Ana').waitFor();
    const shown = await menu(page).getByRole('link').allInnerTexts();
    expect(shown).toEqual(expect.arrayContaining(['Today', 'Inbox']));
    for (const hidden of ['API keys', 'Webhooks', 'Integrations', 'Channels']) expect(shown).not.toContain(hidden);
    await go('/keys');
    await page.getByText('Only an owner of the shop can open this page').waitFor();
    await expectAccessible(page);
    await shoot(page, 'people-owners-only');
    await go('/settings/backups');
    await page.getByText('Only an owner of the shop can open this page').waitFor();
    const sections = page.getByRole('navigation', { name: 'Settings sections' });
    expect(await sections.getByRole('link').allInnerTexts()).toEqual([
      'Your account',
      'Alerts',
      'Sessions',
      'Updates',
      'Licences',
    ]);
  });

  test('what an attendant is shown leads to nothing that only an owner may open', async () => {
    const { page, shop, go } = await startAsAna();
    await shop.api.post('/api/channels', { name: 'Balcão', provider: 'CLOUD_API' });
    await page.getByText('Nobody is waiting for a person').waitFor();
    const shopName = menu(page).getByText('Padaria da Praça');
    await shopName.click();
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(await menu(page).getByRole('button', { name: 'Padaria da Praça' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Your menu' }).click();
    expect(await page.getByRole('menu').getByRole('menuitem').allInnerTexts()).toEqual([
      'Settings',
      'Help',
      'Keyboard help',
      'Sign out',
    ]);
    await page.keyboard.press('Escape');
    for (const path of ['/', '/inbox', '/settings/me', '/settings/alerts', '/settings/updates']) {
      await go(path);
      await page.getByRole('heading').first().waitFor();
      expect(await page.locator(ofOwner.map((part) => `a[href^="/${part}"]`).join()).count(), path).toBe(0);
    }
    await expectAccessible(page);
    await shoot(page, 'people-attendant');
  });

  test('an attendant is refused nothing on the screens that are shown', async () => {
    const { page, shop, go } = await startAsAna();
    const channel = await pairChannel(shop);
    const { conversationId } = await channel.customerSays(maria, 'Oi', { name: 'Maria Souza' });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    const library = ['templates', 'quick-replies', 'files', 'catalogs'].map((tab) => `/library/${tab}`);
    const paths = ['/', '/inbox', `/inbox/${conversationId}`, ...library, '/help'];
    for (const section of ['me', 'alerts', 'sessions', 'updates', 'licences']) paths.push(`/settings/${section}`);
    for (const path of paths) {
      await go(path);
      await page.getByRole('heading').first().waitFor();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    }
    await channel.customerSays(maria, 'Tudo bem?');
    await go(`/inbox/${conversationId}`);
    await page.getByRole('log').getByText('Tudo bem?').waitFor();
    expect(refused).toEqual([]);
  });

  test('a message carries the name of who wrote it, and people change their own name and passphrase', async () => {
    const { page, shop, go } = await startAsAna();
    const words = await wordsOf('en', 'inbox');
    const channel = await pairChannel(shop);
    const { conversationId } = await channel.customerSays(maria, 'Oi', { name: 'Maria Souza' });
    await go(`/inbox/${conversationId}`);
    await page.getByRole('textbox', { name: words.composer.write }).fill('Bom dia!');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: words.thread.messageBy.replace('{{author}}', 'Ana') }).waitFor();

    await go('/settings/me');
    await page.getByLabel('Name', { exact: true }).fill('Ana Lima');
    await button(page, 'Save').click();
    await menu(page).getByText('Ana Lima').waitFor();
    const passphrase = 'quatro palavras bem soltas';
    await page.getByLabel('Current passphrase').fill('not the present one');
    await page.getByLabel('New passphrase').fill(passphrase);
    await button(page, 'Change passphrase').click();
    await page.getByText('This is not your current passphrase').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Current passphrase').fill(goodPassphrase);
    await button(page, 'Change passphrase').click();
    await page.getByText('Passphrase saved').waitFor();
    await signInAs(page, 'Ana Lima', passphrase);
    await menu(page).getByText('Ana Lima').waitFor();
  });

  test('a person who is disabled sees the login at the next step', async () => {
    const { page, owner, ana, go } = await startAsAna();
    await owner.patch(`/owner/people/${ana.id}`, { disabled: true });
    await go('/settings/sessions');
    await page.getByLabel('Passphrase').waitFor();
  });
});
