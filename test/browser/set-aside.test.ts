import { expect, test } from 'vitest';
import { setRequestAside } from '../support/server/set-request-aside.ts';
import { describeInBrowser, startConsole } from './support.ts';

describeInBrowser('A request that was set aside', () => {
  test('is named with its operation and its caller, and allowed again by a click', async () => {
    const { shop, page, go } = await startConsole({ language: 'en' });
    await setRequestAside(shop, 'listOrders');
    expect((await shop.api.get('/api/orders')).status).toBe(503);
    await go('/settings/limits');
    await page.reload();
    await page.getByRole('button', { name: 'Look at it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set aside' });
    await dialog.getByText(/“List .*orders.*” for test:/i).waitFor();
    const shots = process.env.SHOTS;
    if (shots) await page.screenshot({ path: `${shots}/set-aside.png` });
    await dialog.getByRole('button', { name: 'Allow again' }).click();
    await dialog.getByText(/ for test:/).waitFor({ state: 'detached' });
    expect((await shop.api.get('/api/orders')).status).toBe(200);
  });
});
