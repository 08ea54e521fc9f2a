import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { joao, openConversation } from '../../support/shop/conversation.ts';

const path = '/api/conversations/overview';
const hour = 3_600_000;
const none = { total: 0, previous: 0, growthPercent: null, sparkline: [0, 0, 0, 0, 0, 0, 0] };

describe('conversation overview', () => {
  test('a new shop has seven days of zeros', async () => {
    const { api } = await startApp({ clock: new ManualClock('2026-11-21T12:00:00.000Z') });
    expect(await api.get(path)).toMatchObject({
      status: 200,
      body: {
        from: '2026-11-15',
        to: '2026-11-21',
        timezone: 'America/Sao_Paulo',
        metrics: { opened: none, received: none, sent: none, resolved: none, handedOff: none },
        byStatus: { ACTIVE: 0, RESOLVED: 0, HANDED_OFF: 0 },
      },
    });
  });

  test('counts by the days of the workspace: midnight in São Paulo is 03:00 UTC', async () => {
    const clock = new ManualClock('2026-11-21T02:59:59.000Z');
    const { shop, api, channel, path: conversation } = await openConversation({ clock });
    await shop.settle();
    expect((await api.get(path)).body).toMatchObject({ to: '2026-11-20', metrics: { received: { total: 1 } } });
    clock.advance(1_000);
    await api.post(`${conversation}/messages`, { content: 'Bom dia' });
    await channel.customerSays(joao, 'Oi');
    await api.patch(conversation, { status: 'RESOLVED' });
    await shop.settle();
    const { body } = await api.get(path);
    expect(body).toMatchObject({ from: '2026-11-15', to: '2026-11-21' });
    expect(body.byStatus).toEqual({ ACTIVE: 1, RESOLVED: 1, HANDED_OFF: 0 });
    expect(body.metrics.opened.sparkline).toEqual([0, 0, 0, 0, 0, 1, 1]);
    expect(body.metrics.received.sparkline).toEqual([0, 0, 0, 0, 0, 1, 1]);
    expect(body.metrics.sent.sparkline).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(body.metrics.resolved.total).toBe(1);
    expect(body.metrics.handedOff.total).toBe(1);
  });

  test('reports the growth over the previous seven days', async () => {
    const clock = new ManualClock('2026-11-10T12:00:00.000Z');
    const { api, channel, shop } = await openConversation({ clock });
    await channel.customerSays(joao, 'Oi');
    clock.advance(7 * 24 * hour);
    for (let index = 0; index < 3; index++) await channel.customerSays(joao, `Oi ${index}`);
    await shop.settle();
    const { metrics } = (await api.get(path)).body;
    expect(metrics.received).toMatchObject({ total: 3, previous: 2, growthPercent: 50 });
    expect(metrics.opened).toMatchObject({ total: 0, previous: 2, growthPercent: -100 });
  });

  test('does not count a rejected message, and counts a lost response once its outcome is known', async () => {
    const { api, channel, path: conversation, shop } = await openConversation();
    await channel.faults({ reject: { reason: 'temporary' } });
    await api.post(`${conversation}/messages`, { content: 'Um' });
    expect((await api.get(path)).body.metrics.sent.total).toBe(0);
    await channel.faults({ loseAnswers: 1 });
    await api.post(`${conversation}/messages`, { content: 'Dois' });
    await shop.settle();
    expect((await api.get(path)).body.metrics.sent.total).toBe(1);
  });

  test('counts only its own workspace', async () => {
    const { shop } = await openConversation();
    const other = await shop.otherWorkspace();
    expect((await other.get(path)).body).toMatchObject({
      metrics: { received: { total: 0 } },
      byStatus: { ACTIVE: 0 },
    });
  });
});

describe('template availability', () => {
  test('template-availability and utility-check return the same', async () => {
    const { api, path: conversation } = await openConversation();
    const answer = await api.get(`${conversation}/template-availability`);
    const category = { available: true, limit: null, used: 0, remaining: null, limitIsLocal: true };
    expect(answer.body).toEqual({
      canReply: true,
      windowExpiresAt: null,
      templatesRequired: false,
      categories: [
        { category: 'MARKETING', ...category },
        { category: 'UTILITY', ...category },
        { category: 'AUTHENTICATION', ...category },
      ],
    });
    expect((await api.get(`${conversation}/utility-check`)).body).toEqual(answer.body);
  });

  test('no category is available on a channel that cannot send', async () => {
    const { api, channel, path: conversation } = await openConversation();
    await api.post(`/api/channels/${channel.id}/deactivate`);
    const { categories } = (await api.get(`${conversation}/template-availability`)).body;
    expect(categories.map((entry: { available: boolean }) => entry.available)).toEqual([false, false, false]);
  });

  test('counts the messages sent this month', async () => {
    const clock = new ManualClock('2026-11-30T12:00:00.000Z');
    const { api, path: conversation } = await openConversation({ clock });
    await api.post(`${conversation}/messages`, { content: 'Oi' });
    const used = async () => (await api.get(`${conversation}/template-availability`)).body.categories[0].used;
    expect(await used()).toBe(1);
    clock.advance(24 * hour);
    expect(await used()).toBe(0);
  });
});
