import { afterEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '../../support/server/console.ts';
import { bind, install, jobsOf } from '../../support/shop/integrations.ts';
import { marker } from '../../support/shop/marked.ts';
import { openWatched } from './support.ts';

afterEach(() => void vi.restoreAllMocks());

describe('held events', () => {
  test('each contain what they reported, with confirmed values of what the assistant wrote', async () => {
    const { change, confirm } = await openWatched('PREPARING', 'READY_FOR_PICKUP');
    await change({ status: 'PREPARING' });
    await change({ status: 'READY_FOR_PICKUP', clientName: 'Maria José' });
    expect(await confirm()).toEqual(['PREPARING PREPARING Maria José', 'READY_FOR_PICKUP READY_FOR_PICKUP Maria José']);
  });

  test('of a status that an assistant replaced start no flow', async () => {
    const { careful, path, rest, confirm } = await openWatched('PREPARING', 'READY_FOR_PICKUP');
    for (const status of ['PREPARING', 'READY_FOR_PICKUP']) {
      await careful.use('change_order', { orderId: path.split('/').at(-1), status });
      await rest();
    }
    expect(await confirm()).toEqual([`READY_FOR_PICKUP READY_FOR_PICKUP ${marker}`]);
  });

  test('of a status that a person replaced start no flow, not even for the replacement', async () => {
    const { careful, path, rest, change, confirm, heard } = await openWatched('PREPARING', 'READY_FOR_PICKUP');
    await confirm();
    await careful.use('change_order', { orderId: path.split('/').at(-1), status: 'PREPARING' });
    await rest();
    expect((await change({ status: 'READY_FOR_PICKUP' })).unconfirmed).toBeNull();
    expect((await heard()).slice(1)).toEqual([`READY_FOR_PICKUP READY_FOR_PICKUP ${marker}`]);
  });

  test('reach bindings with the status that each reported', async () => {
    const { api, change, confirm } = await openWatched();
    const installation = await install(api, 'crm');
    const pipeline = (await api.post('/api/crm/pipelines', { name: 'Vendas' })).body;
    const config = { stageId: pipeline.stages[0].id, title: '{{data.status}}' };
    const binding = await bind(api, installation.id, 'order.updated', 'create_card', config);
    await change({ status: 'PREPARING' });
    await change({ status: 'READY_FOR_PICKUP' });
    await confirm();
    const jobs = await jobsOf(api, binding.id);
    const details = await Promise.all(
      jobs.map(({ id }: { id: string }) => api.get(`/api/integrations/sync-jobs/${id}`)),
    );
    const statuses = details.map(({ body }) => body.event.data.status);
    expect(statuses.sort()).toEqual(['PREPARING', 'READY_FOR_PICKUP']);
  });
});

describe('a released event in which the server died three times', () => {
  async function setOneAside() {
    const watched = await openWatched();
    const { shop, confirm, heard } = watched;
    const [created] = await shop.events('order.created');
    const { suspects } = shop.app.platform.running;
    const deadly = vi.spyOn(suspects, 'isPoison').mockImplementation(({ key }) => key === `flows ${created?.seq}`);
    await confirm();
    deadly.mockRestore();
    expect(await heard()).toEqual([]);
    const owner = await signIn(shop);
    const { data } = (await owner.get('/owner/set-aside')).body;
    expect(data).toMatchObject([{ kind: 'event', canRetry: true }]);
    return { ...watched, owner, item: `/owner/set-aside/${data[0].id}` };
  }

  test('is set aside unhandled, and delivered once when the owner retries it', async () => {
    const { owner, item, rest, heard } = await setOneAside();
    expect((await owner.post(`${item}/retry`)).status).toBe(204);
    await rest();
    expect(await heard()).toEqual([`Pedido de ${marker}`]);
    expect((await owner.get('/owner/set-aside')).body.data).toEqual([]);
  });

  test('is never delivered when the owner discards it', async () => {
    const { owner, item, heard, change } = await setOneAside();
    expect((await owner.delete(item)).status).toBe(204);
    await change({ notes: 'Sem cebola' });
    expect(await heard()).toEqual([]);
  });
});
