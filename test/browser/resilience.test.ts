import { expect, test } from 'vitest';
import { startApp } from '../support/server/app.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, type OpenConsole, signOut, startConsole } from './support.ts';

/** Stops the console's server; the returned function starts it again at the same address. */
async function stopServer({ shop }: OpenConsole): Promise<() => Promise<unknown>> {
  const port = new URL(shop.api.url).port;
  await shop.app.stop();
  return () => startApp({ home: shop.home, env: { FRONTDESK_PORT: port } });
}

/** The file of the webhooks' screen. */
const webhooksFile = /\/assets\/webhooks-.*\.js$/;

/** Loads the page anew without that file, which it would load before the screen is opened; undone by `unroute`. */
async function loadWithoutWebhooks({ page, context }: OpenConsole, status?: number): Promise<void> {
  await context.route(webhooksFile, (route) => (status ? route.fulfill({ status }) : route.abort()));
  await page.reload();
  await page.locator('#content').waitFor();
}

describeInBrowser('a console whose server goes away', () => {
  test('says so, and shows the screen that was opened meanwhile once the server is back', async () => {
    const open = await startConsole({ language: 'en' });
    const { page, context } = open;
    await loadWithoutWebhooks(open);
    const start = await stopServer(open);
    const strip = page.getByText('Frontdesk does not answer. Trying again…');
    await strip.waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.waitForURL('**/webhooks');
    expect(await page.getByRole('navigation', { name: 'Menu' }).isVisible()).toBe(true);
    await context.unroute(webhooksFile);
    await start();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await strip.waitFor({ state: 'hidden' });
  });

  test('opens a screen that was loaded ahead of its use', async () => {
    const open = await startConsole({ language: 'en', loadsAhead: true });
    const { page } = open;
    const loaded = `performance.getEntriesByType('resource').map(({ name }) => name)`;
    const isLoaded = async () => (await page.evaluate<string[]>(loaded)).some((name) => webhooksFile.test(name));
    await expect.poll(isLoaded).toBe(true);
    await stopServer(open);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  });

  test('refetches what had failed once the server is back', async () => {
    const open = await startConsole({ language: 'en' });
    const { page, go } = open;
    await go('/agents');
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    const start = await stopServer(open);
    await go('/');
    await page.getByText('That did not work').first().waitFor();
    await start();
    await page.getByText('That did not work').waitFor({ state: 'hidden' });
  });

  test('keeps sending requests while the browser believes that there is no network', async () => {
    const { page, go } = await startConsole({ language: 'en' });
    await page.evaluate(`
      Object.defineProperty(navigator, 'onLine', { get: () => false });
      window.dispatchEvent(new Event('offline'));
    `);
    await go('/channels');
    await page.getByText('No channel yet').first().waitFor();
  });

  test('offers a reload after an update', async () => {
    const open = await startConsole({ language: 'en' });
    const { page, context, shop } = open;
    await context.route(
      (url) => url.pathname === '/',
      async (route) => {
        if (route.request().resourceType() === 'document') return route.fallback();
        const response = await route.fetch({ url: `${shop.api.url}/` });
        const body = (await response.text()).replace(/src="\/assets\/[^"]+\.js"/, 'src="/assets/index-newer.js"');
        await route.fulfill({ response, body });
      },
    );
    const start = await stopServer(open);
    await start();
    await page.getByText('Frontdesk was updated.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.locator('#content').waitFor();
    expect(await page.getByText('Frontdesk was updated.').isVisible()).toBe(false);
  });
});

describeInBrowser('a screen that fails', () => {
  test('leaves the menu, says so, and does not affect the next screen', async () => {
    const { page, context, go } = await startConsole({ language: 'en', provokes: /Invalid time value/ });
    await context.route(/\/api\/channels(\?|$)/, (route) => route.fulfill({ json: { data: [{ id: null }] } }));
    await go('/channels');
    await page.getByText('This screen could not be shown').waitFor();
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
  });

  test('is there after a reload if its file was gone', async () => {
    const open = await startConsole({ language: 'en', provokes: /dynamically imported module/ });
    const { page, context } = open;
    await loadWithoutWebhooks(open, 404);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('This screen could not be shown').waitFor();
    await context.unroute(webhooksFile);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  });
});

describeInBrowser('a text that was begun', () => {
  test('is there again after a reload, and gone after signing out', async () => {
    const { page, shop, go } = await startConsole({ language: 'en' });
    const channel = await pairChannel(shop);
    const { conversationId } = await channel.customerSays('+5511988887777', 'Oi', { name: 'Maria' });
    await go(`/inbox/${conversationId}`);
    await page.getByLabel('Write a message').fill('We open at');
    await page.reload();
    await page.getByLabel('Write a message').waitFor();
    await expect.poll(() => page.getByLabel('Write a message').inputValue()).toBe('We open at');
    await signOut(page);
    expect(await page.evaluate(`JSON.stringify(localStorage)`)).not.toContain('We open at');
  });
});
