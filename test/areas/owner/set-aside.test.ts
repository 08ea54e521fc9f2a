import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SimulatorConnection } from '../../../server/areas/simulator/simulator-connection.ts';
import type { ItemKind } from '../../../server/platform/running/running-board.ts';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { startSink } from '../../doubles/webhook-sink.ts';
import { makePhoto } from '../../support/files/samples.ts';
import { type Client, eventually, openWorkspace, startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { type ConsoleClient, signIn } from '../../support/server/console.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { bind, install, jobsOf } from '../../support/shop/integrations.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { emit, subscribe } from '../../support/shop/webhooks.ts';
import { openCampaigns, people } from '../campaigns/support.ts';
import { openFlows, say } from '../flows/support.ts';

const longMs = 48 * 3_600_000;

afterEach(() => void vi.restoreAllMocks());

/** The first item of the kind that is taken up counts as one in which the server has died too often; no other does. */
function makeFirstDeadly({ app }: Pick<TestApp, 'app'>, kind: ItemKind) {
  let deadly: string | undefined;
  return vi.spyOn(app.platform.running.suspects, 'isPoison').mockImplementation((item) => {
    if (item.kind !== kind) return false;
    deadly ??= item.key;
    return item.key === deadly;
  });
}

/** Expects exactly one item on the owner's list; returns its path. */
async function expectListed(owner: ConsoleClient, kind: ItemKind, canRetry: boolean): Promise<string> {
  const { data } = (await owner.get('/owner/set-aside')).body;
  expect(data).toMatchObject([{ kind, canRetry, setAsideAt: expect.stringMatching(/^\d{4}-/) }]);
  expect((await owner.get('/owner/notices')).body.setAside).toBe(1);
  return `/owner/set-aside/${data[0].id}`;
}

async function expectNothingListed(owner: ConsoleClient): Promise<void> {
  expect((await owner.get('/owner/set-aside')).body.data).toEqual([]);
  expect((await owner.get('/owner/notices')).body.setAside).toBe(0);
}

async function discard(owner: ConsoleClient, path: string): Promise<void> {
  expect((await owner.delete(path)).status).toBe(204);
  await expectNothingListed(owner);
  expect((await owner.delete(path)).status).toBe(404);
  expect((await owner.post(`${path}/retry`)).status).toBe(404);
}

/** Expects that an item that has ended cannot be retried, and stays listed until it is discarded. */
async function expectOnlyDismissed(owner: ConsoleClient, kind: ItemKind): Promise<void> {
  const path = await expectListed(owner, kind, false);
  expect(await owner.post(`${path}/retry`)).toMatchObject({ status: 409, body: { code: 'not_retryable' } });
  await expectListed(owner, kind, false);
  await discard(owner, path);
}

describe('a webhook delivery', () => {
  const deliveries = '/api/developers/deliveries';

  /** Waits for the only delivery with a status. */
  const only = async (api: Client, status: string) => {
    const { id } = await eventually(async () => {
      const { data } = (await api.get(`${deliveries}?status=${status}`)).body;
      return data.length === 1 && data[0];
    });
    return (await api.get(`${deliveries}/${id}`)).body;
  };

  async function setOneAside() {
    const clock = new ManualClock();
    const shop = await startApp({ clock });
    const sink = await startSink();
    await subscribe(shop.api, sink.url);
    const deadly = makeFirstDeadly(shop, 'delivery');
    for (const name of ['Ana', 'Bia']) await emit(shop, 'lead.captured', { name });
    const behind = await only(shop.api, 'DELIVERED');
    const failed = await only(shop.api, 'FAILED');
    const owner = await signIn(shop);
    const path = await expectListed(owner, 'delivery', true);
    deadly.mockRestore();
    const idsSent = () => sink.requests.map(({ headers }) => headers['webhook-id']);
    expect(idsSent()).toEqual([behind.eventId]);
    /** Sends one more; once it arrives, nothing else of the endpoint is due. */
    const sendAnother = async () => {
      const { length } = sink.requests;
      clock.advance(longMs);
      await emit(shop, 'lead.captured', { name: 'Eva' });
      await sink.received(length + 1);
      await eventually(async () => (await shop.api.get(`${deliveries}?limit=1`)).body.data[0].status === 'DELIVERED');
    };
    return { ...shop, owner, path, failed, idsSent, sendAnother };
  }

  test('that was set aside is FAILED without a schedule, and sent once when the owner retries it', async () => {
    const { api, owner, path, failed, idsSent } = await setOneAside();
    expect(failed).toMatchObject({ error: 'set_aside', attemptCount: 0, nextAttemptAt: null, attempts: [] });
    expect((await owner.post(`${path}/retry`)).status).toBe(204);
    await expectNothingListed(owner);
    const sent = await eventually(async () => {
      const { body } = await api.get(`${deliveries}/${failed.id}`);
      return body.status === 'DELIVERED' && body;
    });
    expect(sent).toMatchObject({ attemptCount: 1, error: null, attempts: [{ trigger: 'SCHEDULED', status: 200 }] });
    expect(idsSent().filter((id) => id === failed.eventId)).toHaveLength(1);
    await expectNothingListed(owner);
  });

  test('that was set aside stays FAILED when the owner discards it', async () => {
    const { api, owner, path, failed, idsSent, sendAnother } = await setOneAside();
    await discard(owner, path);
    await sendAnother();
    expect((await api.get(`${deliveries}/${failed.id}`)).body).toEqual(failed);
    expect(idsSent()).not.toContain(failed.eventId);
  });

  test('that was set aside and sent by its own operation is not sent again when the owner retries it', async () => {
    const { api, owner, path, failed, idsSent, sendAnother } = await setOneAside();
    expect((await api.post(`${deliveries}/${failed.id}/retry`)).body).toMatchObject({ status: 'DELIVERED' });
    expect((await owner.post(`${path}/retry`)).status).toBe(204);
    await expectNothingListed(owner);
    await sendAnother();
    expect((await api.get(`${deliveries}/${failed.id}`)).body).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
    expect(idsSent().filter((id) => id === failed.eventId)).toHaveLength(1);
  });
});

describe('a sync', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

  /** The first of three syncs of the same order is set aside. */
  async function setOneAside() {
    const endpoint = await startRestEndpoint(secret);
    const clock = new ManualClock();
    const shop = await startApp({ clock });
    const installation = await install(shop.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
    const binding = await bind(shop.api, installation.id, 'order.updated', 'send_event', {
      fields: { status: '{{data.status}}' },
    });
    const deadly = makeFirstDeadly(shop, 'sync');
    const update = async (status: string) => {
      await emit(shop, 'order.updated', { id: 'ord_1', status });
      await eventually(async () => {
        const [newest] = await jobsOf(shop.api, binding.id);
        return newest?.finishedAt && endpoint.calls.at(-1)?.body.status === status;
      });
    };
    await emit(shop, 'order.updated', { id: 'ord_1', status: 'PREPARING' });
    await update('READY');
    const [behind, failed] = await jobsOf(shop.api, binding.id);
    expect(behind.status).toBe('SUCCEEDED');
    const owner = await signIn(shop);
    const path = await expectListed(owner, 'sync', true);
    deadly.mockRestore();
    const told = () => endpoint.calls.map(({ body }) => body.status);
    expect(told()).toEqual(['READY']);
    const read = async () => (await shop.api.get(`/api/integrations/sync-jobs/${failed.id}`)).body;
    const becomes = (status: string) => eventually(async () => (await read()).status === status && read());
    return { ...shop, clock, owner, path, failed: await read(), told, read, becomes, update };
  }

  test('that was set aside is FAILED, and done once when the owner retries it', async () => {
    const { owner, path, failed, told, becomes } = await setOneAside();
    expect(failed).toMatchObject({
      ...{ status: 'FAILED', error: { code: 'set_aside' }, attemptCount: 0, nextAttemptAt: null, attempts: [] },
      finishedAt: expect.any(String),
    });
    expect((await owner.post(`${path}/retry`)).status).toBe(204);
    await expectNothingListed(owner);
    expect(await becomes('SUCCEEDED')).toMatchObject({ attemptCount: 1, error: null });
    expect(told()).toEqual(['READY', 'PREPARING']);
    await expectNothingListed(owner);
  });

  test('that was set aside stays FAILED when the owner discards it', async () => {
    const { clock, owner, path, failed, told, read, update } = await setOneAside();
    await discard(owner, path);
    clock.advance(longMs);
    await update('DELIVERED');
    expect(await read()).toEqual(failed);
    expect(told()).toEqual(['READY', 'DELIVERED']);
  });

  test('that was set aside and done by its own operation is not done again when the owner retries it', async () => {
    const { api, owner, path, failed, told, read, becomes, update } = await setOneAside();
    expect((await api.post(`/api/integrations/sync-jobs/${failed.id}/retry`)).status).toBe(202);
    await becomes('SUCCEEDED');
    expect((await owner.post(`${path}/retry`)).status).toBe(204);
    await expectNothingListed(owner);
    await update('DELIVERED');
    expect(await read()).toMatchObject({ status: 'SUCCEEDED', attemptCount: 1 });
    expect(told()).toEqual(['READY', 'PREPARING', 'DELIVERED']);
  });
});

describe('a recipient of a campaign', () => {
  test('who was set aside is FAILED, the others are sent to, and a resume of the campaign sends to the failed one once', async () => {
    const { shop, api, launch, run, recipients, sent } = await openCampaigns();
    const deadly = makeFirstDeadly(shop, 'recipient');
    const path = await launch(people(3));
    await run(2_000);
    const [first, ...others] = await recipients(path);
    expect(first).toMatchObject({ status: 'FAILED', error: { code: 'set_aside' }, attempts: 0, messageId: null });
    expect(others).toMatchObject([{ status: 'SENT' }, { status: 'SENT' }]);
    expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { FAILED: 1, SENT: 2 } });
    deadly.mockRestore();
    await expectOnlyDismissed(await signIn(shop), 'recipient');
    expect((await recipients(path))[0]).toEqual(first);
    expect(await sent()).toHaveLength(2);
    expect((await api.post(`${path}/resume`, { scope: 'failed' })).body.status).toBe('RUNNING');
    await run(2_000);
    expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', recipients: { FAILED: 0, SENT: 3 } });
    expect((await sent()).filter(({ phone }) => phone === first.phone)).toHaveLength(1);
  });
});

describe('an attachment', () => {
  test('that was set aside is missing from its message, whose text and later messages arrive', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const channel = await pairChannel(shop);
    const { body: photo } = await api.upload(
      `/api/simulator/channels/${channel.id}/media`,
      await makePhoto(),
      'foto.jpg',
    );
    const deadly = makeFirstDeadly(shop, 'attachment');
    const hub = shop.app.platform.services.channelHub;
    const connection = hub.connection(channel.id) as unknown as SimulatorConnection;
    // A simulated phone's file is there at once; this is how drivers hand a message over whose file is fetched.
    const says = async (phone: string, content: string) => {
      const id = `m-${content}`;
      const from = { addresses: [{ kind: 'phone' as const, value: phone }], name: null };
      const media = { ref: photo.mediaId, contentType: 'image/jpeg', fileName: 'foto.jpg' };
      const ids = { providerEventId: id, providerMessageId: id };
      const at = new Date().toISOString();
      await connection.report([{ kind: 'message', ...ids, from, type: 'IMAGE', content, media, replyTo: null, at }]);
      await hub.inbox.idle();
      const { data } = (await api.get(`/api/conversations?search=${encodeURIComponent(phone)}`)).body;
      return (await api.get(`/api/conversations/${data[0].id}/messages`)).body.data[0];
    };
    const without = await says(maria, 'Minha receita');
    const error = { code: 'media_unavailable', message: expect.any(String) };
    expect(without).toMatchObject({ type: 'IMAGE', content: 'Minha receita', media: null, mediaUrl: null, error });
    const behind = await says(joao, 'Meu pedido');
    expect(behind).toMatchObject({ content: 'Meu pedido', media: { fileName: 'foto.jpg' }, error: null });
    deadly.mockRestore();
    await expectOnlyDismissed(await signIn(shop), 'attachment');
    await shop.settle();
    const { body } = await api.get(`/api/conversations/${without.conversationId}/messages`);
    expect(body.data).toMatchObject([{ id: without.id, media: null, error }]);
    expect(await shop.events('message.received')).toHaveLength(2);
  });
});

describe('a message compared with the examples of flows', () => {
  test('that was set aside starts no flow: the agent replies to it, and later messages are compared', async () => {
    const question = 'Qual o horário de funcionamento?';
    const faqs = [{ question, answer: 'Das oito às dez.' }];
    const agent = { language: 'pt', faqs, behavior: { debounceMs: 3_000 } };
    const { shop, launch, says, pass, heard, runs } = await openFlows({ published: true, agent });
    const flow = await launch([say('a', 'Veja o cartaz')], { type: 'intent', examples: [question] });
    const deadly = makeFirstDeadly(shop, 'intent');
    await says(question);
    await says(question, joao, { name: 'João' });
    expect([await heard(), await heard(joao)]).toEqual([[], ['Veja o cartaz']]);
    deadly.mockRestore();
    await pass(3_000);
    expect(await heard()).toEqual([expect.stringContaining('Das oito às dez.')]);
    await expectOnlyDismissed(await signIn(shop), 'intent');
    await says(question);
    await pass(3_000);
    expect((await heard()).slice(1)).toEqual(['Veja o cartaz']);
    expect(await runs(flow)).toHaveLength(2);
  });
});
