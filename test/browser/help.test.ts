import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, languages, shoot, startConsole, wordsOf } from './support.ts';

const fits = 'document.documentElement.scrollWidth <= innerWidth';

describeInBrowser('help', () => {
  test('Ctrl K finds a help page by words of its text, and the page leads to its screen', async () => {
    const { page } = await startConsole({ language: 'en', viewport: 'laptop' });
    const words = await wordsOf('en', 'help');
    const palette = await wordsOf('en', 'palette');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('another number twice');
    await page.getByText(palette.none.replace('{{text}}', 'another number twice')).waitFor();
    await page.getByRole('combobox', { name: palette.title }).fill('same person twice');
    const hit = page.getByRole('option', { name: /Help: Customers/ });
    await hit.getByText('Why is the same person there twice?').waitFor();
    await shoot(page, 'help-found');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Why is the same person there twice?' }).waitFor();
    await page.getByRole('link', { name: words.open }).click();
    await page.waitForURL((url) => url.pathname === '/customers');
  });

  test('the menu of the person and the list of keys open the help of the screen that is shown', async () => {
    const { page, go } = await startConsole({ language: 'en', viewport: 'laptop' });
    const { nav } = await wordsOf('en', 'shell');
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    await go('/knowledge');
    await heading('Knowledge').waitFor();
    await page.getByRole('button', { name: nav.person }).click();
    await page.getByRole('menuitem', { name: nav.help, exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/help/knowledge');
    await page.getByText('Words that mean the same').waitFor();
    for (const screen of ['keys', 'orders']) {
      await go(`/${screen}`);
      await heading(nav[screen]).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByRole('link', { name: nav.helpHere }).click();
      await page.waitForURL((url) => url.pathname === `/help/${screen}`);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  test.each(languages)('the index and a page fit a desktop and a phone and are accessible, in %s', async (language) => {
    const { page, go } = await startConsole({ language, viewport: 'laptop' });
    const { nav } = await wordsOf(language, 'shell');
    const words = await wordsOf(language, 'help');
    for (const size of [
      { width: 1366, height: 768 },
      { width: 390, height: 844 },
    ]) {
      const device = size.width === 390 ? 'phone' : 'desktop';
      await page.setViewportSize(size);
      await go('/help');
      await page.getByRole('main').getByRole('link', { name: nav.inbox, exact: true }).waitFor();
      expect(await page.evaluate<boolean>(fits)).toBe(true);
      await expectAccessible(page);
      await shoot(page, `help-index-${device}-${language}`);
      await page.getByRole('main').getByRole('link', { name: nav.inbox, exact: true }).click();
      await page.getByRole('heading', { name: words.questions }).waitFor();
      expect(await page.evaluate<boolean>(fits)).toBe(true);
      await expectAccessible(page);
      await shoot(page, `help-inbox-${device}-${language}`);
    }
  });
});
