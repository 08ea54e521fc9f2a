import { expect, test } from 'vitest';
import { pairChannel } from '../support/shop/shop.ts';
import { emit, newestDelivery, subscribe } from '../support/shop/webhooks.ts';
import { describeInBrowser, expectAccessible, languages, shoot, startConsole } from './support.ts';

const words = {
  pt: {
    step: 'Crie um canal simulado',
    handoff: '1 conversa espera por uma pessoa',
    table: 'Conversas',
    chat: 'Ana, desde',
  },
  en: {
    step: 'Make a simulator channel',
    handoff: '1 conversation waits for a person',
    table: 'Conversations',
    chat: 'Ana, since',
  },
  es: {
    step: 'Cree un canal simulado',
    handoff: '1 conversación espera a una persona',
    table: 'Conversaciones',
    chat: 'Ana, desde',
  },
};

describeInBrowser('Today', () => {
  test.each(languages)(
    'Today greets a new shop with first steps, then shows what waits and the week, in %s',
    async (language) => {
      const { page, shop, owner } = await startConsole({ language, env: { FRONTDESK_OUTBOUND_ALLOW: '127.0.0.1:9' } });
      const say = words[language];
      await page.getByText(say.step).waitFor();
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'today-new');
      const channel = await pairChannel(shop);
      const { conversationId } = await channel.customerSays('+5511988887777', 'Oi, quero falar com alguém', {
        name: 'Ana',
      });
      await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'HANDED_OFF' });
      await shop.api.post('/api/channels', { name: 'Delivery', provider: '<QR_PROVIDER>' });
      await subscribe(shop.api, 'http://127.0.0.1:9/hooks');
      await emit(shop, 'lead.captured');
      await newestDelivery({ api: owner }, 'RETRYING');
      await page.getByRole('link', { name: say.handoff }).waitFor();
      expect(await page.getByRole('link', { name: say.chat }).getAttribute('href')).toBe(`/inbox/${conversationId}`);
      await page
        .getByRole('link', { name: /webhook/i })
        .first()
        .waitFor();
      await page.locator('canvas').first().waitFor();
      await page.getByText(/^\+55 \d\d \d{4,5}-\d{4}$/).waitFor();
      const table = page.getByRole('table', { name: say.table });
      expect(await table.getByRole('row').count()).toBe(8);
      expect(await table.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['1', '0', '1']);
      await expectAccessible(page);
      if (language === 'pt') await shoot(page, 'today');
    },
  );

  test('Today updates without a reload', async () => {
    const { page, shop } = await startConsole({ language: 'en' });
    const channel = await pairChannel(shop);
    await channel.customerSays('+5511988887777', 'Hello');
    const received = page.locator('.fd-card', { hasText: 'Messages received' });
    await expect.poll(() => received.textContent()).toContain('received1');
    await channel.customerSays('+5511988887777', 'Anybody there?');
    await expect.poll(() => received.textContent()).toContain('received2');
  });

  test('Today fits a phone', async () => {
    const { page, shop } = await startConsole({ language: 'pt', viewport: 'phone' });
    await page.getByText(words.pt.step).waitFor();
    await shoot(page, 'today-phone-new');
    const channel = await pairChannel(shop);
    await channel.customerSays('+5511988887777', 'Oi');
    await page.locator('canvas').first().waitFor();
    await shoot(page, 'today-phone');
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
