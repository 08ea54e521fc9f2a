import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { describeInBrowser, expectAccessible, type OpenConsole, shoot, startConsole } from './support.ts';

/** Opens a page of the reference; a request to any other host fails the test. */
async function openReference({ context, url }: OpenConsole, path = ''): Promise<Page> {
  const foreign: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== url) foreign.push(request.url());
  });
  onTestFinished(() => expect(foreign, 'requests to other hosts').toEqual([]));
  const page = await context.newPage();
  await page.goto(`${url}/docs${path}`);
  await page.locator('h1').waitFor();
  return page;
}

const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

describeInBrowser('API reference', () => {
  test('it lists all operations, and the console leads to its guides', async () => {
    const console = await startConsole({ language: 'en' });
    await console.go('/keys');
    const [guide] = await Promise.all([
      console.context.waitForEvent('page'),
      console.page.getByRole('link', { name: 'How programs use keys' }).click(),
    ]);
    await titleOf(guide, 'Authentication').waitFor();
    await expectAccessible(guide);
    const { paths } = (await console.shop.api.get('/api/openapi.json')).body;
    const operations = Object.values(paths as Record<string, object>).flatMap((methods) => Object.values(methods));
    const page = await openReference(console);
    expect(await page.locator('nav a[href^="/docs/operations/"]').count()).toBe(operations.length);
    expect(await page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')).toBe('/api/openapi.json');
    await expectAccessible(page);
    await shoot(page, 'docs-home');
    await page.getByRole('link', { name: 'Errors', exact: true }).first().click();
    await titleOf(page, 'Errors').waitFor();
    await expectAccessible(page);
    await shoot(page, 'docs-guide');
  });

  test('an operation is found by its words, and called with a key', async () => {
    const console = await startConsole({ language: 'en' });
    const { api } = console.shop;
    const page = await openReference(console);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search the API' }).fill('create contact');
    await page.getByRole('option', { name: 'Create a contact' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await titleOf(page, 'Create a contact').waitFor();
    await page.getByRole('tab', { name: 'JavaScript' }).click();
    await page.getByText('frontdesk.createContact(').waitFor();
    await page.getByText('Try it', { exact: true }).click();
    await page.getByLabel('API key').fill('wrong');
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.fill('{ "phone": "+5511987654321", "name": "Maria" }');
    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    await page.getByText('"code": "invalid_token"').waitFor();
    await page.getByLabel('API key').fill(api.key);
    await send.click();
    await page.locator('pre', { hasText: '"name": "Maria"' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'docs-operation');
    const contacts = await api.get('/api/contacts');
    expect(contacts.body.data.map(({ name }: { name: string }) => name)).toEqual(['Maria']);
  });

  test('it fits a phone, where a menu leads to every page', async () => {
    const console = await startConsole({ language: 'en', viewport: 'phone' });
    const page = await openReference(console, '/operations/createOrder');
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    expect(await fits()).toBe(true);
    await shoot(page, 'docs-phone');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Webhooks', exact: true }).click();
    await titleOf(page, 'Webhooks').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await fits()).toBe(true);
  });
});
