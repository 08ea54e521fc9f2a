import { expect, test } from 'vitest';
import { integrations } from '../../../server/areas/integrations/index.ts';
import { dayMs } from '../../../server/platform/durations.ts';
import { deleteExpired } from '../../../server/platform/work/retention.ts';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { bind, install, jobsOf, newestJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

async function start() {
  const endpoint = await startRestEndpoint(secret);
  const clock = new ManualClock();
  const app = await startApp({ clock });
  const installation = await install(app.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  return { ...app, clock, endpoint, installation };
}

test('finished jobs are stored for 30 days, unfinished ones longer', async () => {
  const app = await start();
  const binding = await bind(app.api, app.installation.id, 'lead.captured', 'send_event');
  await emit(app, 'lead.captured', { id: 'lead_1' });
  await newestJob(app, binding.id, 'SUCCEEDED');
  const tidy = () => deleteExpired(app.app.platform, integrations.retention);
  app.clock.advance(30 * dayMs - 1);
  await tidy();
  expect(await jobsOf(app.api, binding.id)).toHaveLength(1);
  await app.app.platform.write(({ db }) =>
    db.updateTable('integration_jobs').set({ status: 'PENDING', finished_at: null }).execute(),
  );
  app.clock.advance(2);
  await tidy();
  const [open] = await jobsOf(app.api, binding.id);
  expect(open.status).toBe('PENDING');
  const finished_at = app.clock.now().toISOString();
  await app.app.platform.write(({ db }) => db.updateTable('integration_jobs').set({ finished_at }).execute());
  await tidy();
  expect(await jobsOf(app.api, binding.id)).toEqual([]);
  const left = await app.app.platform.database.read.selectFrom('integration_attempts').selectAll().execute();
  expect(left).toEqual([]);
});

test('events of several kinds about the same resource keep their order', async () => {
  const app = await start();
  const config = { fields: { type: '{{type}}' } };
  await bind(app.api, app.installation.id, 'order.created', 'send_event', config);
  await bind(app.api, app.installation.id, 'order.deleted', 'send_event', config);
  app.endpoint.answers = [{ status: 500 }];
  await emit(app, 'order.created', { id: 'ord_1' });
  await eventually(async () => app.endpoint.calls.length === 1);
  await emit(app, 'order.deleted', { id: 'ord_1' });
  await app.settle();
  expect(app.endpoint.calls).toHaveLength(1);
  app.clock.advance(10_000);
  await eventually(async () => app.endpoint.calls.length === 3);
  expect(app.endpoint.calls.map(({ body }) => body.type)).toEqual(['order.created', 'order.created', 'order.deleted']);
});

test('an unreachable installation does not delay another', async () => {
  const app = await start();
  const dead = await bind(app.api, app.installation.id, 'lead.captured', 'send_event');
  const fine = await install(app.api, 'crm');
  const tagging = await bind(app.api, fine.id, 'lead.captured', 'tag_contact', { tag: 'lead' });
  app.endpoint.answers = Array.from({ length: 8 }, () => ({ status: 200, delayMs: 10_000 }));
  for (let index = 0; index < 8; index++) {
    await emit(app, 'lead.captured', { id: `lead_${index}`, phone: `+551198765432${index}` });
  }
  await eventually(async () =>
    (await jobsOf(app.api, tagging.id)).every(({ status }: { status: string }) => status === 'SUCCEEDED'),
  );
  expect((await jobsOf(app.api, dead.id)).some(({ status }: { status: string }) => status === 'SUCCEEDED')).toBe(false);
});

test('a job interrupted by a stop is resumed at the next start with the same key', async () => {
  const endpoint = await startRestEndpoint(secret);
  const home = await temporaryFolder();
  const first = await startApp({ home });
  const installation = await install(first.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const binding = await bind(first.api, installation.id, 'lead.captured', 'send_event');
  endpoint.answers = [{ status: 200, delayMs: 30_000 }];
  await emit(first, 'lead.captured', { id: 'lead_1' });
  await eventually(async () => endpoint.calls.length === 1);
  await first.app.stop();
  const second = await startApp({ home });
  await newestJob({ api: second.api }, binding.id, 'SUCCEEDED', 2);
  expect(endpoint.calls).toHaveLength(2);
  expect(endpoint.effects.size).toBe(1);
});

test('a value of an event cannot redirect a request to another resource', async () => {
  const app = await start();
  const config = { method: 'DELETE', path: '/orders/{{data.id}}' };
  const binding = await bind(app.api, app.installation.id, 'order.deleted', 'send_event', config);
  for (const id of ['..', '%2e%2e']) {
    await emit(app, 'order.deleted', { id });
  }
  await eventually(async () => {
    const jobs = await jobsOf(app.api, binding.id);
    return jobs.length === 2 && jobs.every(({ finishedAt }: { finishedAt: string | null }) => finishedAt);
  });
  expect(app.endpoint.calls.map(({ path }) => path)).toEqual(['/orders/%252e%252e']);
  await emit(app, 'order.deleted', { id: 'a/../b?x=1#y' });
  await eventually(async () => app.endpoint.calls.length === 2);
  expect(app.endpoint.calls[1]?.path).toBe('/orders/a%2F..%2Fb%3Fx%3D1%23y');
});
