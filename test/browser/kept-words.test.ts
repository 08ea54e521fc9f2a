import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { pixel } from '../support/files/samples.ts';
import { addPerson, goodPassphrase } from '../support/server/console.ts';
import { maria } from '../support/shop/conversation.ts';
import { button, expire, fieldOf, openMaria, reload, send, storage, unsent } from './kept.ts';
import { describeInBrowser, expectAccessible, shoot, signOut } from './support.ts';

/** The requests that send a message. */
const messages = '**/api/conversations/*/messages';
/** A handler that answers no request to send, and lets all others through. */
const unanswered = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue());

describeInBrowser('a message that was not sent', () => {
  test('is there after a reload, says so on every screen, and is sent once when the person says so', async () => {
    const { page, go, id, sent } = await openMaria();
    await page.route(messages, unanswered);
    await send(page, 'We have carrot cake');
    await unsent(page).getByText('We have carrot cake').waitFor();
    await page.unroute(messages);
    await reload(page);
    await unsent(page).getByText('We have carrot cake').waitFor();
    expect(await fieldOf(page).inputValue()).toBe('');
    await expectAccessible(page);
    await shoot(page, 'inbox-kept-message');
    await go('/orders');
    await page.getByText('A message was not sent.').waitFor();
    expect(await sent()).toEqual([]);
    await page.getByRole('link', { name: 'Show', exact: true }).click();
    await page.waitForURL(`**/inbox/${id}`);
    await button(page, 'Send again').click();
    await unsent(page).waitFor({ state: 'detached' });
    await expect.poll(() => sent()).toEqual(['We have carrot cake']);
    expect(await storage(page)).not.toContain('carrot cake');
  });

  test('keeps its key: what the server had stored is not sent again, and is no longer shown as unsent', async () => {
    const { page, shop, sent, id, otherId, go } = await openMaria();
    // The server takes the message; its answer is lost.
    await page.route(messages, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await shop.api.post(`/api/conversations/${id}/messages`, route.request().postDataJSON());
      await route.abort();
    });
    await send(page, 'It is ready');
    await expect.poll(() => sent()).toEqual(['It is ready']);
    await page.unroute(messages);
    await reload(page);
    await unsent(page).waitFor({ state: 'detached' });
    await go(`/inbox/${otherId}`);
    await page.getByRole('log').getByText('Bom dia').waitFor();
    expect(await page.getByText('A message was not sent.').count()).toBe(0);
    expect(await storage(page)).not.toContain('It is ready');
    expect(await sent()).toEqual(['It is ready']);
  });

  test('is kept while a silent server has not answered, and is not sent automatically after a reload', async () => {
    const { page, sent } = await openMaria();
    await page.route(messages, (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
    await send(page, 'One');
    await send(page, 'Two');
    await page.getByRole('article').filter({ hasText: 'Two' }).waitFor();
    await reload(page);
    await expect.poll(() => unsent(page).count()).toBe(2);
    await page.unroute(messages);
    expect(await sent()).toEqual([]);
    await unsent(page).first().getByRole('button', { name: 'Discard' }).click();
    await unsent(page).getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => sent()).toEqual(['Two']);
    expect(await storage(page)).not.toContain('One');
  });

  test('survives the end of the session, with forms begun elsewhere, and its author returns to the same screen', async () => {
    const { page, channel, otherId, go, id, sent } = await openMaria();
    await go(`/inbox/${otherId}`);
    await page.getByRole('log').getByText('Bom dia').waitFor();
    await fieldOf(page).fill('Only begun');
    await go(`/inbox/${id}`);
    await page.getByRole('log').getByText('Oi', { exact: true }).waitFor();
    const signInAgain = await expire(page);
    await send(page, 'The flavours and prices');
    await page.getByLabel('Passphrase').waitFor();
    await channel.customerSays(maria, 'Hello?');
    await signInAgain();
    await unsent(page).getByText('The flavours and prices').waitFor();
    expect(page.url()).toContain(`/inbox/${id}`);
    await button(page, 'Send again').click();
    await expect.poll(() => sent()).toEqual(['The flavours and prices']);
    await go(`/inbox/${otherId}`);
    await expect.poll(() => fieldOf(page).inputValue()).toBe('Only begun');
  });

  test('is seen by its person alone, in whose name it is sent', async () => {
    const { page, owner, go, id, sent } = await openMaria();
    await addPerson(owner, 'Bia');
    await page.route(messages, unanswered);
    await send(page, 'Words of the owner');
    await unsent(page).getByText('Words of the owner').waitFor();
    await fieldOf(page).fill('Begun by the owner');
    const signInAgain = await expire(page);
    await page.reload();
    await page.getByLabel('Name', { exact: true }).fill('Bia');
    await page.getByLabel('Passphrase').fill(goodPassphrase);
    await button(page, 'Sign in').click();
    await fieldOf(page).waitFor();
    expect(page.url()).toContain(`/inbox/${id}`);
    expect(await fieldOf(page).inputValue()).toBe('');
    expect(await unsent(page).count()).toBe(0);
    await page.unroute(messages);
    await send(page, 'Words of Bia');
    await expect.poll(() => sent()).toEqual(['Words of Bia']);
    // Bia's sign-out deletes only her own words.
    await fieldOf(page).fill('Begun by Bia');
    await page.evaluate(`history.pushState(null, '', '/')`);
    await signOut(page);
    expect(await storage(page)).not.toContain('Begun by Bia');
    await signInAgain();
    await page.locator('#content').waitFor();
    await go(`/inbox/${id}`);
    await unsent(page).getByText('Words of the owner').waitFor();
    expect(await fieldOf(page).inputValue()).toBe('Begun by the owner');
  });

  test('is discarded by signing out, which says so first', async () => {
    const { page } = await openMaria();
    await page.route(messages, unanswered);
    await send(page, 'Never sent');
    await unsent(page).getByText('Never sent').waitFor();
    await page.evaluate(`history.pushState(null, '', '/')`);
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('A message that was not sent is discarded').waitFor();
    await expectAccessible(page);
    await shoot(page, 'sign-out-unsent');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Passphrase').waitFor();
    expect(await storage(page)).not.toContain('Never sent');
  });

  test('is erased with its customer, also by another device', async () => {
    const { page, owner, go, id } = await openMaria();
    await page.route(messages, unanswered);
    await send(page, 'About Maria');
    await unsent(page).getByText('About Maria').waitFor();
    const { body } = await owner.get(`/api/conversations/${id}`);
    await go('/orders');
    await page.getByText('A message was not sent.').waitFor();
    await owner.post('/owner/contacts/delete', { ids: [body.contact.id], anonymizeBooks: false });
    await page.getByRole('link', { name: 'Show', exact: true }).click();
    await expect.poll(() => storage(page)).not.toContain('About Maria');
  });

  test('is shown in each window of the browser, and discarded in all', async () => {
    const { page, context, url, id } = await openMaria();
    const second = await context.newPage();
    await second.goto(`${url}/inbox/${id}`);
    await fieldOf(second).waitFor();
    await page.route(messages, unanswered);
    await send(page, 'Twice open');
    await unsent(second).getByText('Twice open').waitFor();
    await fieldOf(page).fill('Begun in one window');
    await expect.poll(() => fieldOf(second).inputValue()).toBe('Begun in one window');
    await button(second, 'Discard').click();
    await unsent(page).waitFor({ state: 'detached' });
    expect(await fieldOf(page).inputValue()).toBe('Begun in one window');
  });

  test.each(['full', 'forbidden'])(
    'is in memory while the storage of the browser is %s, and the browser asks before the page is left',
    async (state) => {
      const { page, context, go, id, otherId } = await openMaria();
      await context.addInitScript(`
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, value) {
          if (key.startsWith('frontdesk.words.')) throw new DOMException('${state}', 'QuotaExceededError');
          return setItem.call(this, key, value);
        };`);
      await reload(page);
      await page.route(messages, unanswered);
      await send(page, 'In memory');
      await unsent(page).getByText('In memory').waitFor();
      await fieldOf(page).fill('Begun in memory');
      await go(`/inbox/${otherId}`);
      await page.getByRole('log').getByText('Bom dia').waitFor();
      await go(`/inbox/${id}`);
      await unsent(page).getByText('In memory').waitFor();
      await expect.poll(() => fieldOf(page).inputValue()).toBe('Begun in memory');
      const asked = page.waitForEvent('dialog');
      const left = page.reload({ waitUntil: 'commit' }).catch(() => null);
      const question = await asked;
      expect(question.type()).toBe('beforeunload');
      await question.accept();
      await left;
    },
  );
});

describeInBrowser('attachments of a message that was not sent', () => {
  const file = { name: 'menu.png', mimeType: 'image/png', buffer: pixel };

  async function attach(page: Page): Promise<void> {
    const chosen = page.waitForEvent('filechooser');
    await button(page, 'Attach files').click();
    await (await chosen).setFiles(file);
  }

  test('are there after a reload, uploaded or not, and are sent', async () => {
    const { page, sent } = await openMaria();
    const attachments = page.getByRole('list', { name: 'Attachments' });
    await attach(page);
    await attachments.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.route('**/upload-media', (route) => route.abort());
    await attach(page);
    await attachments.getByRole('alert').waitFor();
    await fieldOf(page).fill('Two pictures');
    await shoot(page, 'inbox-failed-upload');
    await expectAccessible(page);
    await page.unroute('**/upload-media');
    await reload(page);
    await expect.poll(() => attachments.getByRole('listitem').count()).toBe(2);
    await attachments.getByRole('alert').waitFor({ state: 'detached' });
    await attachments.getByRole('progressbar').waitFor({ state: 'detached' });
    await fieldOf(page).press('Enter');
    await expect.poll(() => sent()).toEqual(['IMAGE', 'Two pictures']);
    await reload(page);
    expect(await attachments.count()).toBe(0);
  });
});
