import { expect, test } from 'vitest';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { type FlowShop, minuteMs, openFlows, question, say, step } from './support.ts';

const conversationOf = async ({ api, conversationId }: FlowShop) =>
  (await api.get(`/api/conversations/${await conversationId()}`)).body;

test('the last message of a run that the vendor refuses calls a person, since the customer wrote', async () => {
  const shop = await openFlows();
  const path = await shop.launch([say('a', 'Um')]);
  await shop.channel.faults({ reject: { reason: 'blocked_policy', times: 5 } });
  const since = shop.clock.now().toISOString();
  await shop.says('oi');
  expect(await shop.runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
  expect(await conversationOf(shop)).toMatchObject({
    status: 'HANDED_OFF',
    handoffType: 'FLOW_FAILED',
    waitingSince: since,
  });
});

test('a customer whose run loops until it expires waits for a person', async () => {
  const shop = await openFlows();
  await shop.launch([question('a', 'x', 'b'), step('b', 'go_to', { stepId: 'a' })]);
  await shop.says('oi');
  await shop.shop.app.platform.write(({ db }) => db.updateTable('flow_runs').set({ step_count: 499 }).execute());
  await shop.says('mais');
  expect(await conversationOf(shop)).toMatchObject({ status: 'HANDED_OFF', handoffType: 'FLOW_FAILED' });
});

test('a customer who answered a flow that is then archived waits for a person', async () => {
  const shop = await openFlows();
  const path = await shop.launch([question('a', 'x', 'b'), say('b', 'Dois')]);
  await shop.says('oi');
  const { platform } = shop.shop.app;
  await platform.write(({ db }) => setSendingPaused(db, true));
  const since = shop.clock.now().toISOString();
  await shop.says('resposta');
  expect((await shop.api.patch(path, { status: 'ARCHIVED' })).status).toBe(200);
  await platform.write(({ db }) => setSendingPaused(db, false));
  await shop.pass(minuteMs);
  expect(await conversationOf(shop)).toMatchObject({ waitingSince: since });
  expect(await shop.heard()).toEqual(['x?']);
});
