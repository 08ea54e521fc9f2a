import { expect, test } from 'vitest';
import { openWorkspace, startApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { cliJson } from '../support/server/processes.ts';
import { pairChannel } from '../support/shop/shop.ts';

const maria = '+5511987654321';

test('refuses use above a limit set by the command line, and emits one event each at 80 % and 100 %', async () => {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop);
  await cliJson(shop.home, [
    'workspaces',
    'update',
    shop.workspace.id,
    '--limit',
    'messagesPerMonth=5',
    '--limit',
    'channels=1',
  ]);
  const { conversationId } = await channel.customerSays(maria, 'oi');
  const send = () => shop.api.post(`/api/conversations/${conversationId}/messages`, { content: 'olá' });
  const statuses = [];
  for (let i = 0; i < 7; i++) statuses.push((await send()).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 403, 403]);
  expect((await send()).body).toMatchObject({ code: 'quota_exceeded' });
  const told = await shop.events('quota.warning', 'quota.exceeded');
  expect(told.map(({ type, data }) => [type, data.kind, data.used, data.limit])).toEqual([
    ['quota.warning', 'messagesPerMonth', 4, 5],
    ['quota.exceeded', 'messagesPerMonth', 5, 5],
  ]);
  expect((await shop.api.post('/api/channels', { name: 'Second', provider: 'CLOUD_API' })).body.code).toBe(
    'quota_exceeded',
  );
  expect(await channel.customerSays(maria, 'ainda aí?')).toMatchObject({ status: 'RECEIVED' });
});

test('resets the monthly count with each month', async () => {
  const clock = new ManualClock('2026-11-30T12:00:00.000Z');
  const shop = await startApp({ clock });
  const channel = await pairChannel(shop);
  await cliJson(shop.home, ['workspaces', 'update', shop.workspace.id, '--limit', 'messagesPerMonth=1']);
  const { conversationId } = await channel.customerSays(maria, 'oi');
  const send = () => shop.api.post(`/api/conversations/${conversationId}/messages`, { content: 'olá' });
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(403);
  clock.advance(24 * 3_600_000);
  expect((await send()).status).toBe(201);
});

test('refuses writes but not reads after the trial, and emits its start and its end once', async () => {
  // The command line is a process of its own, on the machine's clock.
  const clock = new ManualClock(new Date().toISOString());
  const shop = await startApp({ clock });
  const ends = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const update = ['workspaces', 'update', shop.workspace.id, '--trial-ends-at'];
  await cliJson(shop.home, [...update, ends]);
  expect((await shop.api.post('/api/quick-replies', { shortcut: 'oi', content: 'Olá!' })).status).toBe(201);
  clock.advance(3_600_000);
  expect((await shop.api.post('/api/quick-replies', { shortcut: 'x', content: 'y' })).body.code).toBe('trial_locked');
  expect((await shop.api.get('/api/quick-replies')).body.data).toHaveLength(1);
  await shop.app.platform.scheduler.tick();
  clock.advance(60_000);
  await shop.app.platform.scheduler.tick();
  expect((await shop.events('trial.started', 'trial.locked')).map((event) => event.type)).toEqual([
    'trial.started',
    'trial.locked',
  ]);
  await cliJson(shop.home, [...update, 'none']);
  expect((await shop.api.post('/api/quick-replies', { shortcut: 'x', content: 'y' })).status).toBe(201);
});
