import { expect, test } from 'vitest';
import { openAssistant } from '../support/shop/assistant.ts';
import { haircut, makeAgent, maria, pizzas } from '../support/shop/sales.ts';
import { pairChannel } from '../support/shop/shop.ts';
import { describeInBrowser, expectAccessible, journeyLanguages, shoot, startConsole, wordsOf } from './support.ts';

describeInBrowser('what an assistant entered', () => {
  test.each(journeyLanguages)(
    'is listed on the start screen and marked in its place, and confirmed there, in %s',
    async (language) => {
      const { page, shop, go } = await startConsole({ language });
      const { api } = shop;
      const channel = await pairChannel(shop);
      await channel.customerSays(maria, 'Oi', { name: 'Maria José' });
      const agent = await makeAgent(api);
      const careful = await openAssistant(shop, { mayWriteToCustomers: false });
      const pipeline = (await api.post('/api/crm/pipelines', { name: 'Vendas' })).body;
      const card = { pipelineId: pipeline.id, stageId: pipeline.stages[0].id, title: 'Festa', contactPhone: maria };
      const writes: [string, object, object?][] = [
        ['createOrder', pizzas(agent)],
        ['createAppointment', haircut(agent)],
        ['createCrmCard', card],
        ['updateContact', { name: 'Maria J.' }, { phone: maria }],
        ['createLead', { aiAgentId: agent, phone: maria, name: 'Maria', data: { Festa: '80 pessoas' } }],
      ];
      for (const [operationId, body, parameters] of writes) {
        const { isError } = await careful.use('call_write', { operationId, body, parameters });
        expect([operationId, isError]).toEqual([operationId, false]);
      }
      const say = await wordsOf(language, 'shell');
      const today = await wordsOf(language, 'today');
      await go('/');
      const list = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: today.unconfirmed.look }) });
      await list.nth(4).waitFor();
      await page.getByText(today.unconfirmed.title).waitFor();
      await expectAccessible(page);
      await shoot(page, `assistants-today-${language}`);
      for (const [place, kind] of [
        ['/orders', 'order'],
        [`/pipeline/${pipeline.id}`, 'card'],
        ['/customers', 'contact'],
      ] as const) {
        await go(place);
        await page.getByTitle(say.unconfirmed.badge).first().waitFor();
        await shoot(page, `assistants-${kind}-${language}`);
      }
      await go('/');
      await list.nth(4).waitFor();
      await page.getByRole('link', { name: /Festa/ }).click();
      await page.getByText(say.unconfirmed.help).waitFor();
      await shoot(page, `assistants-card-open-${language}`);
      await page.getByRole('button', { name: say.unconfirmed.confirm }).click();
      await page.getByText(say.unconfirmed.help).waitFor({ state: 'detached' });
      await go('/');
      await list.nth(3).waitFor();
      expect(await list.count()).toBe(4);
      await page.getByRole('link', { name: /^Lead: / }).click();
      await page
        .getByText(/80 pessoas/)
        .filter({ visible: true })
        .waitFor();
      await shoot(page, `assistants-lead-${language}`);
      await page.getByRole('button', { name: say.unconfirmed.confirm }).click();
      await go('/');
      await expect.poll(() => list.count()).toBe(3);
    },
  );
});
