import { expect, test } from 'vitest';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { openTemplates, orderReady } from '../../support/shop/templates.ts';

const dayMs = 24 * 3_600_000;
const spoken = { language: 'pt_BR', category: 'UTILITY' };

/** A shop with the template `order_ready`, and what Today lists of templates. */
async function openToday() {
  const clock = new ManualClock();
  const open = await openTemplates({ clock });
  const { api, shop, channel, path } = open;
  const { body: template } = await api.post(path, orderReady());
  const owner = await signIn(shop);
  return {
    ...open,
    clock,
    template,
    async told() {
      await shop.settle();
      const { attention } = (await owner.get('/owner/today')).body;
      return attention.filter(({ kind }: { kind: string }) => kind === 'template');
    },
    async makeCampaign() {
      const fields = { name: 'Natal', channelId: channel.id, channelTemplateId: template.id, audienceSource: 'CSV' };
      return (await api.post('/api/marketing-campaigns', fields)).body;
    },
    async makeFlow() {
      const sends = { template: { name: 'order_ready', language: 'pt_BR', variables: ['Ana', '1'] } };
      const steps = [{ id: 'a', type: 'message', config: sends, next: null }];
      const draft = { name: 'Pedido pronto', aiAgentId: await makeAgent(api), trigger: { type: 'manual' }, steps };
      return (await api.post('/api/flows', draft)).body;
    },
  };
}

test('a template that the vendor pauses is in Today with the campaigns and flows that send it, until it is approved', async () => {
  const { told, atPlatform, makeCampaign, makeFlow, template, clock, api } = await openToday();
  expect(await told()).toEqual([]);
  const campaign = await makeCampaign();
  const flow = await makeFlow();
  await atPlatform('order_ready', { ...spoken, status: 'PAUSED', reason: 'FIRST_PAUSE' });
  const uses = [
    { kind: 'CAMPAIGN', id: campaign.id, name: 'Natal' },
    { kind: 'FLOW', id: flow.id, name: 'Pedido pronto' },
  ];
  const about = { templateId: template.id, name: 'order_ready', category: 'UTILITY', categoryWas: null };
  expect(await told()).toEqual([
    { kind: 'template', ...about, problem: 'PAUSED', since: clock.now().toISOString(), uses },
  ]);
  clock.advance(8 * dayMs);
  expect(await told()).toMatchObject([{ problem: 'PAUSED' }]);
  await api.delete(`/api/marketing-campaigns/${campaign.id}`);
  expect(await told()).toMatchObject([{ uses: [{ kind: 'FLOW' }] }]);
  await atPlatform('order_ready', { ...spoken, status: 'APPROVED' });
  expect(await told()).toEqual([]);
});

test.each(['REJECTED', 'DISABLED'])(
  'a template that becomes %s and that nothing sends is told for a week',
  async (status) => {
    const { told, atPlatform, clock } = await openToday();
    await atPlatform('order_ready', { ...spoken, status });
    expect(await told()).toMatchObject([{ problem: status, uses: [] }]);
    clock.advance(7 * dayMs + 1);
    expect(await told()).toEqual([]);
  },
);

test('a template whose category the vendor changes is listed for a week, though it can still be sent', async () => {
  const { told, atPlatform, makeFlow, clock } = await openToday();
  await makeFlow();
  await atPlatform('order_ready', { ...spoken, category: 'MARKETING' });
  expect(await told()).toMatchObject([
    { problem: 'CATEGORY', category: 'MARKETING', categoryWas: 'UTILITY', uses: [{ name: 'Pedido pronto' }] },
  ]);
  clock.advance(7 * dayMs + 1);
  expect(await told()).toEqual([]);
});

test('templates that were rejected before they were first read from the vendor are not listed', async () => {
  const { told, atPlatform } = await openToday();
  await atPlatform('old_one', { status: 'REJECTED' });
  expect(await told()).toEqual([]);
});
