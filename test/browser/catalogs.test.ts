import { expect, test } from 'vitest';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

/** A console of a shop with a cloud channel and an agent with items, one of which the platform refuses. */
async function startShop(options: Parameters<typeof startConsole>[0] = {}) {
  const console = await startConsole(options);
  const { shop, owner } = console;
  const channel = await pairChannel(shop, 'CLOUD_API');
  const { body: agent } = await owner.post('/api/ai-agents', { name: 'Ana' });
  const items = `/api/ai-agents/${agent.id}/catalog-items`;
  const add = async (name: string, price: number) => (await owner.post(items, { name, price })).body.id as string;
  await add('Pizza', 45.9);
  const bad = await add('Refuse-me soda', 8.5);
  return { ...console, channel, agentId: agent.id as string, items, bad, add };
}

describeInBrowser('platform catalogs', () => {
  test.each(journeyLanguages)(
    'a catalog is linked and synced, a refused item is mended and synced again, in %s',
    async (language) => {
      const { page, go, owner, items, add } = await startShop({ language });
      const say = await wordsOf(language, 'catalogs');
      await go('/library/catalogs');
      await page.getByText(say.choose).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'catalogs-choose');
      await page.getByRole('button', { name: say.linkName.replace('{{name}}', 'Main catalog') }).click();
      await page.getByText(say.sync.never).waitFor();
      await page.getByRole('button', { name: say.sync.start, exact: true }).click();
      const result = page.getByRole('status').filter({ hasText: say.sync.failed_one.replace('{{count}}', '1') });
      await result.waitFor();
      const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await line('Refuse-me soda').getByText('The simulator refuses names').waitFor();
      await line('Pizza').getByText(say.states.synced, { exact: true }).waitFor();
      // Something else is added and something is changed meanwhile.
      await add('Torta', 12);
      const { body: all } = await owner.get(items);
      const pizza = all.data.find(({ name }: { name: string }) => name === 'Pizza').id;
      await owner.patch(`${items}/${pizza}`, { price: 49.9 });
      await page.reload();
      await line('Torta').getByText(say.states.missing, { exact: true }).waitFor();
      await line('Pizza')
        .getByText(/45[.,]90.*→.*49[.,]90/)
        .waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'catalogs-refused');

      const filter = page.getByRole('group', { name: say.filter });
      await filter.getByRole('button', { name: `${say.states.refused} 1` }).click();
      await line('Torta').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: say.mendName.replace('{{name}}', 'Refuse-me soda') }).click();
      const name = page.getByRole('textbox', { name: (await wordsOf(language, 'agents')).items.name });
      await name.fill('Suco de uva');
      await page.locator('button[type=submit]').click();
      await expect.poll(async () => JSON.stringify((await owner.get(items)).body)).toContain('Suco de uva');

      await go('/library/catalogs');
      await line('Suco de uva').getByText(say.states.refused, { exact: true }).waitFor();
      await page.getByRole('button', { name: say.sync.retry_one.replace('{{count}}', '1') }).click();
      await line('Suco de uva').getByText(say.states.synced, { exact: true }).waitFor();
      await line('Torta').getByText(say.states.missing, { exact: true }).waitFor();
      await page.getByRole('button', { name: say.sync.start, exact: true }).click();
      await line('Torta').getByText(say.states.synced, { exact: true }).waitFor();
      await page.getByRole('button', { name: say.unlink, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.unlink, exact: true }).click();
      await page.getByText(say.choose).waitFor();
    },
  );

  test('the catalog is replaced on a phone, where the open tab is in sight', async () => {
    const { page, go, owner, channel } = await startShop({ language: 'en', viewport: 'phone' });
    const { body: listed } = await owner.get(`/api/platform-catalogs?channelId=${channel.id}`);
    await owner.put(`/api/channels/${channel.id}/platform-catalog`, { catalogId: listed.data[0].id });
    await go('/library/catalogs');
    const tab = page.getByRole('tab', { name: 'Catalogs' });
    await tab.waitFor();
    await expect
      .poll(async () => {
        const box = await tab.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 390;
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Another catalog' }).click();
    await page.getByRole('button', { name: 'Link Seasonal catalog' }).click();
    await page.getByText('Seasonal catalog').waitFor();
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    await page.getByText('1 new, 1 refused').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
    await shoot(page, 'catalogs-phone');
  });
});
