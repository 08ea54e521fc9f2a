import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pixel } from '../support/files/samples.ts';
import { joao, maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { type ConsoleOptions, describeInBrowser, expectAccessible, shoot, startConsole, wordsOf } from './support.ts';

/** A console on the inbox, after messages of João and then Maria; Maria's conversation is open. */
async function openInbox(options: ConsoleOptions & { provider?: 'CLOUD_API' } = {}) {
  const { provider, ...rest } = options;
  const open = await startConsole({ language: 'en', ...rest });
  const channel = await pairChannel(open.shop, provider);
  await channel.customerSays(joao, 'Bom dia', { name: 'João Lima' });
  const received = await channel.customerSays(maria, 'Oi! https://example.com/menu', { name: 'Maria Souza' });
  const path = `/api/conversations/${received.conversationId}`;
  await open.go(`/inbox/${received.conversationId}`);
  const words = await wordsOf('en', 'inbox');
  const thread = open.page.getByRole('log', { name: words.thread.label });
  await thread.getByText('Oi!').waitFor();
  const composer = open.page.getByRole('textbox', { name: words.composer.write });
  return { ...open, channel, received, path, words, thread, composer };
}

const bubbleOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

const dot = pixel.toString('base64');

describeInBrowser('the inbox', () => {
  test('a message is sent at once, replied to and reacted to', async () => {
    const { page, shop, channel, words, thread, composer, path } = await openInbox();
    expect(await thread.getByRole('link', { name: 'https://example.com/menu' }).getAttribute('rel')).toContain(
      'noopener',
    );
    await channel.faults({ delayMs: 700 });
    await composer.fill('One line');
    await composer.press('Shift+Enter');
    await composer.pressSequentially('and another');
    await composer.press('Enter');
    await thread.getByRole('img', { name: words.receipts.PENDING }).waitFor({ timeout: 600 });
    await thread.getByRole('img', { name: words.receipts.DELIVERED }).waitFor();
    await channel.faults({});

    const first = bubbleOf(page, 'Oi!').first();
    await first.hover();
    await first.getByRole('button', { name: words.thread.reply }).click();
    await page.getByText(words.composer.replyTo.replace('{{author}}', words.authors.CONTACT)).waitFor();
    await page.keyboard.type('We have bread');
    await page.keyboard.press('Enter');
    const answer = bubbleOf(page, 'We have bread');
    await answer.getByRole('img', { name: words.receipts.DELIVERED }).waitFor();
    await answer.getByText('Oi!').waitFor();

    await first.hover();
    await first.getByRole('button', { name: words.thread.react }).click();
    await page.getByRole('button', { name: '❤️' }).click();
    await first.getByRole('img', { name: `❤️ by ${words.authors.HUMAN}` }).waitFor();
    await shop.settle();
    const { body } = await shop.api.get(`${path}/messages`);
    expect(body.data.map((message: { content: string }) => message.content)).toEqual([
      'We have bread',
      'One line\nand another',
      'Oi! https://example.com/menu',
    ]);
    expect(body.data[0].replyToMessageId).toBe(body.data[2].id);
    expect((await channel.phoneShows(maria)).find((each) => each.fromCustomer)?.reaction).toBe('❤️');
    await expectAccessible(page);
    await shoot(page, 'inbox');
  });

  test('files are attached by button, paste and drop, with a caption, and shown after sending', async () => {
    const { page, channel, words, thread, composer } = await openInbox();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: words.composer.attach }).click(),
    ]);
    await chooser.setFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    const handIn = (kind: 'paste' | 'drop', target: string, name: string) =>
      page.evaluate<void>(`(() => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob('${dot}'), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], '${name}', { type: 'image/png' }));
        const options = { bubbles: true, cancelable: true };
        const event = '${kind}' === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data });
        document.querySelector('${target}').dispatchEvent(event);
      })()`);
    await handIn('paste', 'footer textarea', 'pasted.png');
    await handIn('drop', '[role=log]', 'dropped.png');
    const chips = page.getByRole('list', { name: words.composer.attachments }).getByRole('listitem');
    await expect.poll(() => chips.count()).toBe(3);
    await page.getByRole('button', { name: words.composer.remove.replace('{{name}}', 'dropped.png') }).click();
    await composer.fill('Our menu');
    await page.getByRole('button', { name: words.composer.send, exact: true }).click();
    await expect.poll(() => chips.count()).toBe(0);
    await thread.getByRole('link', { name: /menu\.pdf/ }).waitFor();
    await thread.getByRole('button', { name: words.thread.openImage.replace('{{name}}', 'pasted.png') }).waitFor();
    await expect
      .poll(async () => (await channel.phoneShows(maria)).map(({ type, content }) => [type, content]).slice(0, 2))
      .toEqual([
        ['IMAGE', null],
        ['DOCUMENT', 'Our menu'],
      ]);
    await thread.getByRole('button', { name: /pasted\.png/ }).click();
    await page.getByRole('dialog').getByRole('img', { name: 'pasted.png' }).waitFor();
    await expectAccessible(page);
  });

  test('a rejected message is marked, and sent again as the same message', async () => {
    const { page, shop, channel, words, composer, path } = await openInbox();
    await channel.faults({ reject: { reason: 'not_on_app' } });
    await composer.fill('Are you there?');
    await composer.press('Enter');
    const bubble = bubbleOf(page, 'Are you there?');
    await bubble.getByRole('alert').getByText(words.failures.not_on_app).waitFor();
    await bubble.getByRole('button', { name: words.thread.sendAgain }).click();
    await bubble.getByRole('img', { name: words.receipts.DELIVERED }).waitFor();
    expect((await shop.api.get(`${path}/messages`)).body.data).toHaveLength(2);
  });

  test('the composer explains why it is disabled while the channel is disconnected, and works once it reconnects', async () => {
    const { page, channel, words, composer } = await openInbox();
    await channel.faults({ dropped: true });
    await page.reload();
    await page.getByText(words.blocked.notConnected).waitFor();
    await expectAccessible(page);
    await channel.faults({ dropped: false });
    await composer.waitFor();
  });

  test('templates are offered when the customer has not written, and one is sent', async () => {
    const { page, shop, channel, words, go } = await openInbox({ provider: 'CLOUD_API' });
    const body = { channelId: channel.id, phoneNumber: '+5511977776666' };
    const { body: started } = await shop.api.post('/api/conversations/new', body);
    await go(`/inbox/${started.id}`);
    await page.getByText(words.blocked.neverWrote).waitFor();
    await page.getByRole('button', { name: words.template.title }).click();
    await page.getByRole('combobox', { name: words.template.choose }).click();
    await page.getByRole('option').first().click();
    const dialog = page.getByRole('dialog');
    for (const field of await dialog.getByRole('textbox', { name: /Value of/ }).all()) await field.fill('Ana');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: words.composer.send }).click();
    await page.getByRole('log').getByRole('img', { name: words.receipts.SENT }).waitFor();
    expect((await channel.phoneShows('+5511977776666'))[0].template).not.toBeNull();
  });

  test('older messages load without moving the scroll position, and unanswered ones are marked', async () => {
    const { page, channel, words, thread } = await openInbox();
    for (let index = 0; index < 90; index++) {
      await channel.drive('messages', { from: maria, content: `Line ${index}` });
    }
    await page.reload();
    await thread.getByText('Line 89').waitFor();
    const topOf = async (text: string) => (await thread.getByText(text, { exact: true }).boundingBox())?.y;
    const toTop = () => page.evaluate(`document.querySelector('[role=log]').scrollTop = -100_000`);
    for (const [read, older] of [
      ['Line 50', 'Line 10'],
      ['Line 10', 'Oi!'],
    ] as const) {
      // Older messages are held back until the scroll position was read.
      const held = Promise.withResolvers<void>();
      await page.route(/messages\?.*cursor=/, (route) => held.promise.then(() => route.continue()), { times: 1 });
      await toTop();
      const before = await topOf(read);
      expect(await thread.getByText(older, { exact: older !== 'Oi!' }).count()).toBe(0);
      held.resolve();
      await thread.getByText(older, { exact: older !== 'Oi!' }).waitFor({ state: 'attached' });
      expect(await topOf(read)).toBe(before);
    }
    await thread.getByText(words.thread.unanswered_other.replace('{{count}}', '91')).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: words.thread.toEnd }).click();
    await expect.poll(() => thread.getByText('Line 89', { exact: true }).isVisible()).toBe(true);
  });
});
