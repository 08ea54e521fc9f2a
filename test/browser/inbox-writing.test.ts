import { expect, test } from 'vitest';
import { pixel } from '../support/files/samples.ts';
import { joao, maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { type ConsoleOptions, describeInBrowser, expectAccessible, shoot, startConsole, wordsOf } from './support.ts';

/** A console with the conversations of João and Maria; Maria's is open. */
async function openMaria(options: ConsoleOptions = {}) {
  const open = await startConsole({ language: 'en', viewport: 'laptop', ...options });
  const channel = await pairChannel(open.shop);
  const first = await channel.customerSays(joao, 'Bom dia', { name: 'João Lima' });
  const { conversationId: id } = await channel.customerSays(maria, 'Oi', { name: 'Maria Souza' });
  const words = await wordsOf('en', 'inbox');
  await open.go(`/inbox/${id}`);
  const { page } = open;
  const thread = page.getByRole('log', { name: words.thread.label });
  await thread.getByText('Oi', { exact: true }).waitFor();
  const composer = page.getByRole('textbox', { name: words.composer.write });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return { ...open, channel, words, thread, composer, button, id, otherId: first.conversationId };
}

describeInBrowser('writing and finding in the inbox', () => {
  test('an emoji is inserted at the cursor, and the field keeps the keyboard', async () => {
    const { page, composer, words, button } = await openMaria();
    await composer.fill('Thank you Maria');
    await composer.press('Home');
    for (let step = 0; step < 'Thank you'.length; step++) await composer.press('ArrowRight');
    await button(words.composer.emoji).click();
    await button('🍕').waitFor();
    await expectAccessible(page);
    await button('❤️').click();
    await expect.poll(() => composer.inputValue()).toBe('Thank you❤️ Maria');
    await page.keyboard.type('!');
    expect(await composer.inputValue()).toBe('Thank you❤️! Maria');
  });

  test('what is begun in each conversation survives another one and a reload', async () => {
    const { page, composer, go, id, otherId } = await openMaria();
    await composer.fill('For Maria');
    await go(`/inbox/${otherId}`);
    await page.getByRole('log').getByText('Bom dia').waitFor();
    await expect.poll(() => composer.inputValue()).toBe('');
    await composer.fill('For João');
    await page.reload();
    await composer.waitFor();
    expect(await composer.inputValue()).toBe('For João');
    await go(`/inbox/${id}`);
    await expect.poll(() => composer.inputValue()).toBe('For Maria');
  });

  test('a voice message is recorded and sent, and a discarded one is not attached', async () => {
    // Browsers give only trusted pages access to the microphone.
    const { page, channel, words, thread, button } = await openMaria({ origin: 'here' });
    const chips = page.getByRole('list', { name: words.composer.attachments }).getByRole('listitem');
    const timer = page.getByRole('timer');
    const record = async () => {
      await button(words.composer.record).click();
      await timer.getByText('0:01').waitFor();
    };
    await record();
    await expectAccessible(page);
    await button(words.composer.discard).click();
    await timer.waitFor({ state: 'detached' });
    await record();
    await button(words.composer.stop).click();
    await expect.poll(() => chips.count()).toBe(1);
    await button(words.composer.send).click();
    await thread.locator('audio').waitFor();
    await expect.poll(async () => (await channel.phoneShows(maria))[0].type).toBe('AUDIO');
  });

  test('a message that is sent while its picture is on the way goes when the picture is there', async () => {
    const { page, channel, composer, words, button } = await openMaria();
    const held = Promise.withResolvers<void>();
    await page.route('**/upload-media', (route) => held.promise.then(() => route.continue()));
    const chosen = page.waitForEvent('filechooser');
    await button(words.composer.attach).click();
    await (await chosen).setFiles({ name: 'menu.png', mimeType: 'image/png', buffer: pixel });
    await composer.fill('The menu');
    await composer.press('Enter');
    await page.locator('button[data-loading]').waitFor();
    await shoot(page, 'inbox-awaited-upload');
    expect(await composer.inputValue()).toBe('The menu');
    held.resolve();
    await expect.poll(() => composer.inputValue()).toBe('');
    await expect
      .poll(async () => (await channel.phoneShows(maria))[0])
      .toMatchObject({ type: 'IMAGE', content: 'The menu' });
  });

  test('a search shows what it found, and opening it goes to that message, hundreds of messages back', async () => {
    const { page, channel, words, thread, go, otherId } = await openMaria();
    await channel.drive('messages', { from: maria, content: 'The cake is for Saturday, with açaí' });
    for (let index = 0; index < 320; index++) {
      await channel.drive('messages', { from: maria, content: `Line ${index}` });
    }
    await go(`/inbox/${otherId}`);
    await thread.getByText('Bom dia').waitFor();
    await page.getByRole('searchbox', { name: words.list.search }).fill('acai');
    const row = page.getByRole('link', { name: /Maria Souza/ });
    await row.locator('mark').getByText('açaí').waitFor();
    await expect.poll(() => page.locator('.ib-row').count()).toBe(1);
    await expectAccessible(page);
    await row.click();
    const found = page.locator('.ib-message[data-found]');
    await found.getByText('The cake is for Saturday').waitFor();
    const [box, frame] = [await found.boundingBox(), await thread.boundingBox()];
    expect(box?.y).toBeGreaterThan(frame?.y ?? 0);
    expect(box?.y).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
    expect(new URL(page.url()).search).toBe('');
    await found.waitFor({ state: 'detached' });
  });

  test('a search is limited to the days in which the message was written', async () => {
    const { page, words, thread, button } = await openMaria();
    await thread.waitFor();
    await page.getByRole('searchbox', { name: words.list.search }).fill('bom');
    const rows = page.locator('.ib-row');
    await expect.poll(() => rows.count()).toBe(1);
    await button(words.list.filters).click();
    const from = page.getByRole('textbox', { name: words.list.dateFrom });
    const to = page.getByRole('textbox', { name: words.list.dateTo });
    await to.fill('01/02/2020');
    await page.getByText(words.list.noneFound).waitFor();
    await to.fill('01/02/2090');
    await expect.poll(() => rows.count()).toBe(1);
    await from.fill('01/02/2089');
    await page.getByText(words.list.noneFound).waitFor();
    await from.fill('01/02/2020');
    await expect.poll(() => rows.count()).toBe(1);
    await expectAccessible(page);
  });

  test('list, thread and contact fit a laptop side by side, and nothing is cut off', async () => {
    const { page, words, thread } = await openMaria();
    const panel = page.getByRole('complementary', { name: words.panel.title });
    await panel.getByRole('textbox', { name: words.panel.name, exact: true }).waitFor();
    const nav = await page.getByRole('navigation').first().boundingBox();
    expect(nav?.width).toBeLessThan(100);
    expect((await thread.boundingBox())?.width).toBeGreaterThan(600);
    const cut = await page.evaluate<string[]>(`(() => {
      const boxes = [...document.querySelectorAll('.ib-header, .ib-header *, .ib-write, .ib-tabs, .ib-tabs *, .ib-row, .ib-panel')];
      return boxes.filter((box) => {
        const { left, right } = box.getBoundingClientRect();
        return left < 0 || right > innerWidth || (box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0 && getComputedStyle(box).display !== 'inline');
      }).map((box) => box.outerHTML.slice(0, 120));
    })()`);
    expect(cut).toEqual([]);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await shoot(page, 'inbox-laptop');
    await page.getByRole('button', { name: words.panel.close }).click();
    await panel.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await page.getByRole('navigation').first().boundingBox())?.width)
      .toBeGreaterThan(150);
  });
});
