import { expect, test } from 'vitest';
import { haircut, makeAgent, pizzas } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { emit, newestDelivery, subscribe } from '../support/shop/webhooks.ts';
import {
  describeInBrowser,
  expectAccessible,
  journeyLanguages,
  type OpenConsole,
  shoot,
  startConsole,
  wordsOf,
} from './support.ts';

const ana = '+5511988887777';

/** A day in the shop: Ana waits for a person, two pizzas are sold and a haircut is booked for tomorrow. */
async function fillDay({ shop }: Pick<OpenConsole, 'shop'>) {
  const channel = await pairChannel(shop);
  const { conversationId } = await channel.customerSays(ana, 'Queria uma mesa para 22', { name: 'Ana' });
  await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'HANDED_OFF', handoffType: 'ASKED' });
  const agent = await makeAgent(shop.api);
  await shop.api.post('/api/orders', pizzas(agent, { paymentStatus: 'PAID' }));
  const startTime = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const endTime = new Date(Date.parse(startTime) + 3_600_000).toISOString();
  await shop.api.post('/api/appointments', haircut(agent, { startTime, endTime }));
  return { channel, conversationId };
}

describeInBrowser('Today', () => {
  test.each(journeyLanguages)(
    'a new shop sees first steps, then who waits, the figures and the week, in %s',
    async (language) => {
      const open = await startConsole({ language, env: { FRONTDESK_OUTBOUND_ALLOW: '127.0.0.1:9' } });
      const { page, shop, owner } = open;
      const { steps, waiting, figures, periods } = await wordsOf(language, 'today');
      await page.getByText(steps.channelId, { exact: true }).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'today-new');
      const { conversationId } = await fillDay(open);
      await subscribe(shop.api, 'http://127.0.0.1:9/hooks');
      await emit(shop, 'lead.captured');
      await newestDelivery({ api: owner }, 'RETRYING');
      const heading = page.getByRole('heading', { name: waiting.count_one.replace('{{count}}', '1') });
      await heading.waitFor();
      expect(await heading.getByRole('link').getAttribute('href')).toBe('/inbox?view=waiting');
      const person = page.getByRole('region', { name: waiting.title }).getByRole('listitem');
      expect(await person.textContent()).toContain(
        `Ana${waiting.now}${waiting.reasons.ASKED} · “Queria uma mesa para 22”`,
      );
      expect(await person.getByRole('link').getAttribute('href')).toBe(`/inbox/${conversationId}`);
      const today = page.getByRole('region', { name: figures.title });
      await expect.poll(() => today.textContent()).toMatch(/91[.,]80/);
      expect(await today.textContent()).toContain(`1 ${figures.orders_one}`);
      expect(await today.textContent()).toContain(figures.noAppointments);
      expect(await today.textContent()).toContain(figures.working.replace('{{count}}', '1'));
      await page
        .getByRole('link', { name: /webhook/i })
        .first()
        .waitFor();
      const row = page.getByRole('table', { name: periods.sales }).getByRole('row').last();
      await expect.poll(() => row.textContent()).toMatch(new RegExp(`^${periods.soFar}.*91[.,]80`));
      await expectAccessible(page);
      await shoot(page, `today-${language}`);
    },
  );

  test('the day that is not over is hatched, and the days to come are empty places', async () => {
    const open = await startConsole({ language: 'en' });
    await fillDay(open);
    const { page } = open;
    const sales = page.locator('.td-bars').first();
    await sales.waitFor();
    expect(await sales.locator('.td-day').count()).toBe(7);
    expect(await sales.locator('[data-unfinished]').count()).toBe(1);
    await page.getByText('This month').click();
    await expect.poll(() => sales.locator('.td-day').count()).toBeGreaterThanOrEqual(28);
  });

  test('an order and an answer change the figures without a reload', async () => {
    const open = await startConsole({ language: 'en' });
    const { page, shop } = open;
    const { conversationId } = await fillDay(open);
    const today = page.getByRole('region', { name: 'Today in figures' });
    await expect.poll(() => today.textContent()).toContain('1 order today');
    const { body } = await shop.api.get('/api/orders');
    await shop.api.post('/api/orders', pizzas(body.data[0].aiAgentId));
    await expect.poll(() => today.textContent()).toContain('2 orders today');
    await page.getByRole('heading', { name: '1 waits for a person' }).waitFor();
    await shop.api.post(`/api/conversations/${conversationId}/messages`, { content: 'Claro!' });
    await page.getByText('Nobody is waiting for a person').waitFor();
    await expect.poll(() => today.textContent()).toContain('typical wait for a person');
  });

  test('what waits for a person leads to the inbox with only those', async () => {
    const open = await startConsole({ language: 'en' });
    const { page, shop } = open;
    const { channel } = await fillDay(open);
    const { conversationId } = await channel.customerSays('+5511977776666', 'Obrigado', { name: 'Rui' });
    await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'RESOLVED' });
    await page.getByRole('heading', { name: '1 waits for a person' }).getByRole('link').click();
    const rows = page.locator('.ib-row');
    await rows.first().waitFor();
    expect(await rows.allTextContents()).toEqual([expect.stringContaining('Ana')]);
    await page.getByRole('button', { name: /^Waiting/, pressed: true }).waitFor();
  });

  test('each figure leads to what it counts', async () => {
    const open = await startConsole({ language: 'en' });
    const { page, owner } = open;
    await fillDay(open);
    const { date, week } = (await owner.get('/owner/today')).body;
    const today = page.getByRole('region', { name: 'Today in figures' });
    const hrefOf = (name: RegExp) => today.getByRole('link', { name }).getAttribute('href');
    expect(await hrefOf(/sold today/)).toBe(`/orders?view=list&dateFrom=${date}&dateTo=${date}`);
    expect(await hrefOf(/order today/)).toBe(`/orders?view=list&dateFrom=${date}&dateTo=${date}`);
    expect(await hrefOf(/being prepared/)).toBe('/orders?view=list&status=PREPARING');
    expect(await hrefOf(/appointments today/)).toBe(`/calendar?date=${date}`);
    expect(await hrefOf(/next: tomorrow/)).toMatch(/^\/calendar\/appt_/);
    expect(await hrefOf(/by a person/)).toBe('/inbox?state=HANDED_OFF');
    const periods = page.getByRole('region', { name: 'How it is going' });
    expect(await periods.getByRole('link', { name: /91[.,]80/ }).getAttribute('href')).toBe(
      `/orders?view=list&dateFrom=${week.from}`,
    );
    await today.getByRole('link', { name: /order today/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  });

  test('the first steps stay dismissed', async () => {
    const { page } = await startConsole({ language: 'en' });
    await page.getByText('Create a simulator channel', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dismiss the first steps' }).click();
    await page.getByText('Nobody is waiting for a person').waitFor();
    await page.reload();
    await page.getByText('Nobody is waiting for a person').waitFor();
    expect(await page.getByText('Create a simulator channel', { exact: true }).isVisible()).toBe(false);
    expect(await page.getByText('API key', { exact: true }).isVisible()).toBe(false);
  });

  test('Today fits a phone', async () => {
    const open = await startConsole({ language: 'pt', viewport: 'phone' });
    const { page } = open;
    await page.getByText('Crie um canal simulado', { exact: true }).waitFor();
    await shoot(page, 'today-phone-new');
    await fillDay(open);
    await page.locator('.td-bars').first().waitFor();
    await shoot(page, 'today-phone');
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
  });

  test('a template that the vendor has paused is named with what sends it, and leads to its page', async () => {
    const { page, shop } = await startConsole({ language: 'pt' });
    const { id } = await pairChannel(shop, 'CLOUD_API');
    await shop.settle();
    const [template] = (await shop.api.get(`/api/chat-templates?channelId=${id}&search=hello_world`)).body.data;
    const draft = { name: 'Natal', channelId: id, channelTemplateId: template.id, audienceSource: 'CSV' };
    await shop.api.post('/api/marketing-campaigns', draft);
    const change = { language: template.language, status: 'PAUSED', reason: 'FIRST_PAUSE', category: 'MARKETING' };
    await shop.api.put(`/api/simulator/channels/${id}/templates/hello_world`, change);
    await shop.settle();
    await page.reload();
    const { attention } = await wordsOf('pt', 'today');
    await page.getByText(attention.templatePaused.replace('{{name}}', 'hello_world')).waitFor();
    await page.getByText('Em uso: campanha Natal').first().waitFor();
    await expectAccessible(page);
    await shoot(page, 'today-template');
    await page.getByText(attention.templatePaused.replace('{{name}}', 'hello_world')).click();
    await page.waitForURL(new RegExp(`/library/templates/${template.id}$`));
  });
});
