import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pixel } from '../support/files/samples.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

const picture = { name: 'bolo.png', mimeType: 'image/png', buffer: pixel };

// biome-ignore lint/suspicious/noExplicitAny: a tree of words
type Tree = any;

/** Creates a simulator channel on the screen, scans its code and opens a customer's phone. */
async function takePhone(page: Page, words: Tree, name: string, phone: string): Promise<void> {
  await page.getByRole('button', { name: words.newChannel }).click();
  await page.getByRole('img', { name: words.pairing.code }).waitFor();
  await page.getByRole('button', { name: words.pairing.scan }).click();
  await page.getByLabel(words.customer.name).fill(name);
  await page.getByLabel(words.customer.phone).fill(phone);
  await page.getByRole('button', { name: words.customer.begin }).click();
}

async function write(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label });
  await field.fill(text);
  await field.press('Enter');
}

describeInBrowser('the simulator phone', () => {
  test.each(journeyLanguages)(
    'a phone is paired by scanning and chats with the inbox both ways, live, in %s',
    async (language) => {
      const { page: phone, context, url, go } = await startConsole({ language });
      const words = await wordsOf(language, 'simulator');
      const inboxWords = await wordsOf(language, 'inbox');
      await go('/simulator');
      await phone.getByText(words.none).waitFor();
      await takePhone(phone, words, 'Maria Souza', '+5511987654321');
      const inbox = await context.newPage();
      await inbox.goto(`${url}/inbox`);
      await inbox.getByText(inboxWords.list.none).waitFor();

      await write(phone, words.chat.write, 'Oi, tem bolo de cenoura?');
      const row = inbox.getByRole('link', { name: /Maria Souza/ });
      await row.getByText('Oi, tem bolo de cenoura?').waitFor();
      await row.getByLabel(inboxWords.list.unread_one.replace('{{count}}', '1')).waitFor();
      await row.click();
      const thread = inbox.getByRole('log', { name: inboxWords.thread.label });
      await thread.getByText('Oi, tem bolo de cenoura?').waitFor();

      await write(inbox, inboxWords.composer.write, 'Tem sim!');
      const log = phone.getByRole('log', { name: words.chat.messages });
      await log.getByText('Tem sim!').waitFor();
      await thread.getByRole('img', { name: inboxWords.receipts.READ }).waitFor();
      await log.getByText(words.statuses.READ).waitFor();

      await write(phone, words.chat.write, 'Quero dois');
      await thread.getByText('Quero dois').waitFor();
      expect(await inbox.evaluate<number>(`performance.getEntriesByType('navigation').length`)).toBe(1);
      await expectAccessible(phone);
      await expectAccessible(inbox);
      await shoot(phone, `simulator-${language}`);
    },
  );

  test('a phone sends a picture, a location and a reaction, and shows the shop’s attachments and reactions', async () => {
    const { page, go, shop } = await startConsole({ language: 'en' });
    const words = await wordsOf('en', 'simulator');
    const { messageTypes } = await wordsOf('en', 'shell');
    await go('/simulator');
    await takePhone(page, words, 'Ana', '+5511980000000');
    await page.getByRole('button', { name: words.chat.attach }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: words.chat.file }).click(),
    ]);
    await chooser.setFiles(picture);
    await page.getByRole('img', { name: messageTypes.IMAGE }).waitFor();
    await page.getByRole('button', { name: words.chat.attach }).click();
    await page.getByRole('menuitem', { name: words.chat.place }).click();
    await page.getByText('📍 -23.5503, -46.6339').waitFor();

    await shop.settle();
    const { body: list } = await shop.api.get('/api/conversations');
    const path = `/api/conversations/${list.data[0].id}/messages`;
    const { body: received } = await shop.api.get(path);
    expect(received.data.map((each: { type: string }) => each.type)).toEqual(['LOCATION', 'IMAGE']);
    await shop.api.post(`${path}/${received.data[1].id}/react`, { emoji: '😮' });
    await page.getByText('😮').waitFor();
    const { body: sent } = await shop.api.post(path, { content: 'Que lindo!' });
    const bubble = page.getByRole('article').filter({ hasText: 'Que lindo!' });
    await bubble.getByRole('button', { name: words.chat.react }).click();
    await page.getByRole('menuitem', { name: '🙏' }).click();
    await bubble.getByText('🙏').waitFor();
    await expect
      .poll(
        async () => (await shop.api.get(path)).body.data.find((each: { id: string }) => each.id === sent.id).reactions,
      )
      .toMatchObject([{ emoji: '🙏', author: 'CONTACT' }]);
  });

  test('messages wait while the phone is off, and arrive when it is on again', async () => {
    const { page, go, shop } = await startConsole({ language: 'en', viewport: 'phone' });
    const words = await wordsOf('en', 'simulator');
    await go('/simulator');
    await takePhone(page, words, 'Ana', '+5511980000000');
    await write(page, words.chat.write, 'Hello');
    await page.getByRole('article', { name: words.chat.mine }).waitFor();
    // The phone is off once the server says so; what is sent before arrives.
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT' && /\/phones\//.test(response.url())),
      page.getByRole('switch', { name: words.chat.online }).click({ force: true }),
    ]);
    await shop.settle();
    const { body: list } = await shop.api.get('/api/conversations');
    await shop.api.post(`/api/conversations/${list.data[0].id}/messages`, { content: 'Good morning' });
    const bubble = page.getByRole('article', { name: words.chat.shops });
    await bubble.getByText(words.statuses.SENT).waitFor();
    await page.getByRole('switch', { name: words.chat.online }).click({ force: true });
    await bubble.getByText(words.statuses.READ).waitFor();
    await expectAccessible(page);
    await shoot(page, 'simulator-phone');
  });

  test('the simulator opens in its own window with the same channel', async () => {
    const { page, go, context } = await startConsole({ language: 'en' });
    const words = await wordsOf('en', 'simulator');
    await go('/simulator');
    await page.getByRole('button', { name: words.newChannel }).click();
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: words.ownWindow }).click(),
    ]);
    await opened.getByRole('button', { name: words.pairing.scan }).click();
    await opened.getByRole('button', { name: words.customer.begin }).waitFor();
    expect(new URL(opened.url()).pathname).toMatch(/^\/simulator\/ch_/);
    await page.getByRole('button', { name: words.customer.begin }).waitFor();
    await expectAccessible(opened);
  });
});
