import { expect, test } from 'vitest';
import { makePages, makePhoto } from '../support/files/samples.ts';
import { maria } from '../support/shop/conversation.ts';
import { pairChannel } from '../support/shop/shop.ts';
import {
  type ConsoleOptions,
  describeInBrowser,
  expectAccessible,
  languages,
  type OpenConsole,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const upload = async ({ shop }: OpenConsole, bytes: Uint8Array | string, name: string) =>
  (await shop.api.upload('/api/media-library/upload', bytes, name)).body;

const tag = ({ shop }: OpenConsole, file: { id: string; name: string }, ...tags: string[]) =>
  shop.api.patch(`/api/media-library/${file.id}`, { name: file.name, tags });

/** A console in English of a shop with a menu as PDF and a photo of a pizza. */
async function openLibrary(options: ConsoleOptions = {}) {
  const open = await startConsole({ language: 'en', viewport: 'laptop', ...options });
  const menu = await upload(open, await makePages('Menu', 'Drinks'), 'Menu 2026.pdf');
  const photo = await upload(open, await makePhoto(), 'pizza_margherita.jpg');
  await tag(open, menu, 'menu', 'summer');
  const words = await wordsOf('en', 'library-files');
  const replies = await wordsOf('en', 'quick-replies');
  const { page } = open;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const file = (name: string) => page.getByRole('link', { name, exact: true });
  return { ...open, menu, photo, words, replies, button, file };
}

const fits = 'document.documentElement.scrollWidth <= innerWidth';

describeInBrowser('library', () => {
  test('a quick reply written in the library is offered by /, best match first, and sent with its file', async () => {
    const { page, shop, go, button, replies, menu } = await openLibrary();
    const channel = await pairChannel(shop);
    const { conversationId } = await channel.customerSays(maria, 'Oi', { name: 'Maria Souza' });
    const { body: often } = await shop.api.post('/api/quick-replies', {
      shortcut: 'pix',
      content: 'The menu of keys.',
    });
    await shop.api.post(`/api/quick-replies/${often.id}/used`);
    await go('/library/quick-replies');
    await button(replies.new).click();
    await page.getByRole('textbox', { name: replies.shortcut }).fill('/menu');
    await page.getByRole('textbox', { name: replies.content }).fill('Hi ');
    await button(replies.variables.name).click();
    await page.keyboard.type(', the menu of ');
    await button(replies.variables.shop).click();
    await page.getByText('Hi Maria, the menu of Padaria da Praça').waitFor();
    await page.getByRole('combobox', { name: replies.group }).fill('Welcome');
    await page.getByRole('textbox', { name: replies.attach }).fill('menu');
    await page.getByRole('option', { name: menu.name }).click();
    await shoot(page, 'library-reply');
    await expectAccessible(page);
    await button('Save').click();
    await page.getByRole('region', { name: 'Welcome' }).getByRole('link', { name: '/menu' }).waitFor();

    await go(`/inbox/${conversationId}`);
    const inbox = await wordsOf('en', 'inbox');
    const composer = page.getByRole('textbox', { name: inbox.composer.write });
    await composer.fill('/men');
    const options = page.getByRole('listbox', { name: inbox.composer.quickReplies }).getByRole('option');
    await expect
      .poll(() => options.allTextContents())
      .toEqual([expect.stringMatching(/^\/menu/), expect.stringMatching(/^\/pix/)]);
    await shoot(page, 'library-composer');
    await composer.press('Enter');
    await expect.poll(() => composer.inputValue()).toBe('Hi Maria, the menu of Padaria da Praça');
    await page.getByRole('list', { name: inbox.composer.attachments }).getByText(menu.name).waitFor();
    await composer.press('Enter');
    await expect
      .poll(async () => (await channel.phoneShows(maria))[0])
      .toMatchObject({ type: 'DOCUMENT', content: 'Hi Maria, the menu of Padaria da Praça' });
    await expect.poll(async () => (await shop.api.get('/api/media-library')).body.data[1].usageCount).toBe(1);
  });

  test('a quick reply is changed and deleted', async () => {
    const { page, shop, go, button, replies } = await openLibrary();
    await shop.api.post('/api/quick-replies', { shortcut: 'hours', content: 'We open at 8.' });
    await go('/library/quick-replies');
    await page.getByRole('link', { name: '/hours' }).click();
    await page.getByRole('textbox', { name: replies.content }).fill('We open at 9.');
    await button('Save').click();
    await page.getByText('We open at 9.').waitFor();
    await page.getByRole('link', { name: '/hours' }).click();
    await button('Delete').click();
    await page.getByText(replies.deleteQuestion.replace('{{shortcut}}', 'hours')).waitFor();
    await button('Delete').last().click();
    await page.getByText(replies.empty).waitFor();
  });

  test('files dropped on the library are added, and one that is refused says why', async () => {
    const { page, shop, go, button, words, file } = await openLibrary();
    await go('/library/files');
    await file('Menu 2026.pdf').waitFor();
    const data = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Sundays closed'], 'hours.txt', { type: 'text/plain' }));
      data.items.add(new File(['no picture'], 'broken.png', { type: 'image/png' }));
      data.items.add(new File(['Rua das Flores 7'], 'address.txt', { type: 'text/plain' }));
      return data;
    })()`);
    await page.locator('.lf-screen').dispatchEvent('dragover', { dataTransfer: data });
    await page.getByText(words.drop).waitFor();
    await page.locator('.lf-screen').dispatchEvent('drop', { dataTransfer: data });
    await file('hours.txt').waitFor();
    await file('address.txt').waitFor();
    const refused = page.getByRole('list', { name: words.uploads }).getByRole('listitem');
    await refused.getByText('The file is not a readable image').waitFor();
    await expectAccessible(page);
    await button(words.dismiss.replace('{{name}}', 'broken.png')).click();
    await expect.poll(() => refused.count()).toBe(0);
    expect((await shop.api.get('/api/media-library')).body.data).toHaveLength(4);
  });

  test('a file is found by words and tags, renamed, tagged, replaced and deleted, and tells where it is used', async () => {
    const { page, shop, go, button, words, file, photo } = await openLibrary();
    await shop.api.post('/api/quick-replies', { shortcut: 'pizza', content: 'Our pizza', fileIds: [photo.id] });
    await go('/library/files');
    await button('menu · 1').click();
    await expect.poll(() => file('pizza_margherita.jpg').count()).toBe(0);
    await button('menu · 1').click();
    await page.getByRole('searchbox', { name: words.search }).fill('margh');
    await expect.poll(() => file('Menu 2026.pdf').count()).toBe(0);
    await file('pizza_margherita.jpg').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'pizza', exact: true }).waitFor();
    await drawer.getByRole('textbox', { name: words.name }).fill('Pizza');
    await drawer.getByRole('combobox', { name: words.tags }).fill('food');
    await page.keyboard.press('Enter');
    await button('Save').click();
    await button('food · 1').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await button(words.replace).click();
    await (await chooser).setFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('No pizza today') });
    await page.getByText(words.replaced).waitFor();
    await drawer.getByText(words.noPreview).waitFor();
    const { body } = await shop.api.get('/api/media-library');
    const [changed] = body.data.filter(({ id }: { id: string }) => id === photo.id);
    expect(changed).toMatchObject({ name: 'Pizza', tags: ['food'], kind: 'DOCUMENT', url: photo.url });
    await button('Delete').click();
    await page.getByText(words.deleteUsed_one.replace('{{name}}', 'Pizza').replace('{{count}}', '1')).waitFor();
    await button('Delete').last().click();
    await drawer.waitFor({ state: 'detached' });
    expect((await shop.api.get('/api/quick-replies')).body.data[0].fileIds).toEqual([]);
  });

  test('a PDF is shown page by page', async () => {
    const { page, go, button, words, file } = await openLibrary();
    await go('/library/files');
    await file('Menu 2026.pdf').click();
    const canvas = page.getByRole('img', { name: 'Menu 2026.pdf' });
    await page.getByText('Page 1 of 2').waitFor();
    const ink = () =>
      canvas.evaluate((element) => {
        const drawn = element as unknown as { width: number; height: number; getContext(kind: '2d'): PixelSource };
        const { data } = drawn.getContext('2d').getImageData(0, 0, drawn.width, drawn.height);
        return data.filter((value, index) => index % 4 === 0 && value < 128).length;
      });
    await expect.poll(ink).toBeGreaterThan(50);
    const first = await ink();
    await expectAccessible(page);
    await button(words.next).click();
    await page.getByText('Page 2 of 2').waitFor();
    await expect.poll(async () => (await ink()) !== first).toBe(true);
  });

  test.each(languages)('the library fits a desktop and a phone and is accessible, in %s', async (language) => {
    const open = await openLibrary({ language });
    const { page, shop, go, photo, menu } = open;
    const group = 'Boas-vindas';
    await shop.api.post('/api/quick-replies', {
      shortcut: 'oi',
      content: 'Olá, {{name}}!',
      group,
      fileIds: [photo.id],
    });
    await shop.api.post('/api/quick-replies', {
      shortcut: 'horario',
      content: 'Abrimos às 8 e fechamos às 18. '.repeat(5),
    });
    for (const [index, name] of ['Fachada.jpg', 'Um nome de arquivo muito comprido que não cabe.txt'].entries()) {
      await upload(open, index === 0 ? await makePhoto() : 'x', name);
    }
    for (const size of [
      { width: 1366, height: 768 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      const device = size.width === 390 ? 'phone' : 'desktop';
      await go('/library/quick-replies');
      await page.getByRole('link', { name: '/horario' }).waitFor();
      expect(await page.evaluate<boolean>(fits)).toBe(true);
      await expectAccessible(page);
      await shoot(page, `library-replies-${device}-${language}`);
      await go('/library/files');
      await page.getByRole('link', { name: menu.name }).waitFor();
      expect(await page.evaluate<boolean>(fits)).toBe(true);
      await expectAccessible(page);
      await shoot(page, `library-files-${device}-${language}`);
    }
    await go(`/library/files/${photo.id}`);
    await page.getByRole('dialog').getByRole('img', { name: photo.name }).waitFor();
    await expectAccessible(page);
    await shoot(page, `library-file-${language}`);
  });
});

interface PixelSource {
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
}
