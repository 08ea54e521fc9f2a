import { sql } from 'kysely';
import { noteInterrupted } from '../../../server/http/access/idempotency.ts';
import { newId } from '../../../server/platform/ids.ts';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { setRequestAside } from '../../support/server/set-request-aside.ts';
import type { Said } from '../recording.ts';
import type { Story } from '../story.ts';

const reply: Said = { body: { shortcut: '/parking', content: 'There are three places in front of the bakery.' } };
const makeReply = 'POST /api/quick-replies';

/** Requests that are refused before an operation looks at them, or for reasons that are the same for all. */
export async function recordRefusedRequests(story: Story): Promise<void> {
  const { shop, refuse, call } = story;
  await refuse('unauthorized', 'GET /api/orders', { key: null });
  await refuse('invalid_token', 'GET /api/orders', { key: 'fd_live_of-last-year' });
  await refuse('insufficient_scope', 'GET /api/orders', {}, await shop.withScopes('contacts.read'));
  await refuse('validation_failed', makeReply, { body: { shortcut: '/parking' } });
  await refuse('unsupported_media_type', makeReply, { ...reply, headers: { 'content-type': 'text/plain' } });
  await refuse('payload_too_large', makeReply, { body: { shortcut: '/long', content: 'x'.repeat(7_000_000) } });
  await refuse('not_found', 'GET /api/orders/{id}', { path: { id: 'ord_01kbmzc5t1e8h3k6n9q2r4s7vw' } });
  const { id } = await call(makeReply, reply);
  await refuse('precondition_failed', 'PATCH /api/quick-replies/{id}', {
    path: { id },
    body: { content: 'There are four places.' },
    headers: { 'if-match': '"5f3c1a9b"' },
  });
  await refuse('acknowledgement_required', 'GET /api/contacts/export');
  await recordReferences(story);
  await recordRepeats(story);
  await recordLimits(story);
  await recordTroubles(story);
  await recordPause(story);
  await recordOtherServers(story);
}

/** Uses separate servers: one allows a request per second, one has lost a table, one crashed on a request. */
async function recordOtherServers({ refuse }: Story): Promise<void> {
  const crashed = await startApp({ clock: new ManualClock() });
  await setRequestAside(crashed, 'listOrders');
  await refuse('operation_set_aside', 'GET /api/orders', {}, crashed.api);
  const busy = await startApp({ env: { FRONTDESK_RATE_LIMIT: '1/1' } });
  await busy.api.get('/api/orders');
  await refuse('rate_limited', 'GET /api/orders', {}, busy.api);
  const broken = await startApp();
  await broken.app.platform.write(({ db }) => db.schema.dropTable('quick_replies').execute());
  await refuse('internal_error', 'GET /api/quick-replies', {}, broken.api);
}

/** An id that names nothing of the shop, under each status that operations have for it. */
async function recordReferences({ refuse, cast }: Story): Promise<void> {
  await refuse('unknown_reference', 'POST /api/integrations/bindings', {
    body: { installationId: 'inst_of_another_shop', eventName: 'order.created', action: 'send_event' },
  });
  await refuse('unknown_reference', 'GET /api/orders', { query: { aiAgentId: 'agent_of_another_shop' } });
  await refuse('unknown_reference', 'PUT /api/ai-agents/{id}/knowledge-bases', {
    path: { id: cast.agent },
    body: { baseIds: ['kb_of_another_shop'] },
  });
}

/** Requests under an `Idempotency-Key` that was used before. */
async function recordRepeats({ shop, refuse, keepProblem }: Story): Promise<void> {
  const headers = { 'idempotency-key': 'reply-17' };
  await shop.api.post(
    '/api/quick-replies',
    { shortcut: '/hours', content: 'From half past six to eight.' },
    { headers },
  );
  await refuse('idempotency_conflict', makeReply, { ...reply, headers });
  const asked = Promise.withResolvers<() => void>();
  const url = await serveLoopback((_request, response) => asked.resolve(() => response.writeHead(404).end()));
  const credentials = { baseUrl: url, signingSecret: 'signing secret of aurora bakery!' };
  const connect = () =>
    shop.api.post('/api/integrations', { connector: 'http', credentials }, { headers: { 'idempotency-key': 'erp-1' } });
  const first = connect();
  const finish = await asked.promise;
  keepProblem('idempotency_in_progress', [await connect()]);
  // What a start does after the process ended during the request.
  await noteInterrupted(shop.app.platform);
  keepProblem('idempotency_interrupted', [await connect()]);
  finish();
  await first;
}

/** The bakery has reached what its owner allows, or its time is over. */
async function recordLimits(story: Story): Promise<void> {
  const { shop, refuse, cast } = story;
  const { platform } = shop.app;
  const change = (columns: { limits?: string; trial_ends_at?: string | null }) =>
    platform.write(({ db }) => db.updateTable('workspaces').set(columns).where('id', '=', shop.workspace.id).execute());
  await change({ limits: JSON.stringify({ channels: 1 }) });
  await refuse('quota_exceeded', 'POST /api/channels', { body: { name: 'Third phone', provider: 'CLOUD_API' } });
  await change({ limits: '{}', trial_ends_at: '2026-11-20T00:00:00.000Z' });
  await refuse('trial_locked', makeReply, { body: { shortcut: '/wifi', content: 'The network is called Aurora.' } });
  await change({ trial_ends_at: null });
  const pipelines = Array.from({ length: 50 }, (_, index) => `Season ${index + 1}`);
  for (const name of pipelines) await shop.api.post('/api/crm/pipelines', { name });
  await refuse('too_many', 'POST /api/crm/pipelines', { body: { name: 'Easter 2027' } });
  const rules = { items: Array.from({ length: 100 }, (_, index) => ({ kind: 'info', text: `Price list ${index}` })) };
  await shop.api.patch(`/api/ai-agents/${cast.sol}`, { rules });
  await refuse('too_many', 'PATCH /api/ai-agents/{id}/rules', {
    path: { id: cast.sol },
    body: { add: { kind: 'must', text: 'Offer coffee.' } },
  });
  await recordTooMuch(story);
  await fillLibrary(shop);
  await refuse('library_full', makeReply, { body: { shortcut: '/wifi', content: 'The network is called Aurora.' } });
}

/** A calendar that another program has filled completely, minute by minute. */
async function recordTooMuch({ shop, refuse, cast }: Story): Promise<void> {
  const { platform } = shop.app;
  const { now } = await platform.write(async ({ db, now }) => {
    await sql`
      with recursive bookings (n) as (select 1 union all select n + 1 from bookings where n < 30000)
      insert into appointments (id, workspace_id, ai_agent_id, title, start_time, end_time, status, source,
        outside_business_hours, created_at, updated_at)
      select 'appt_copy_' || n, ${shop.workspace.id}, ${cast.sol}, 'Oven check', strftime('%Y-%m-%dT%H:%M:00.000Z', ${now}, n || ' minutes'),
        strftime('%Y-%m-%dT%H:%M:00.000Z', ${now}, (n + 1) || ' minutes'), 'CONFIRMED', 'DASHBOARD', 0, ${now}, ${now} from bookings`.execute(
      db,
    );
    return { now };
  });
  await refuse('too_much_work', 'GET /api/appointments/free-slots', {
    query: { aiAgentId: cast.sol, days: '60', from: now.slice(0, 10) },
  });
  await platform.write(({ db }) => db.deleteFrom('appointments').where('id', 'like', 'appt_copy_%').execute());
}

/** Writes as many quick replies as there may be; each alone would take a request. */
async function fillLibrary({ app, workspace }: Story['shop']): Promise<void> {
  const shortcuts = Array.from({ length: 2_000 }, (_, index) => `/reply-${index}`);
  await app.platform.write(async ({ db, now }) => {
    const times = { last_used_at: null, created_at: now, updated_at: now };
    const rows = shortcuts.map((shortcut) => ({
      id: newId('qr'),
      workspace_id: workspace.id,
      shortcut,
      folded_shortcut: shortcut,
      content: 'Thank you!',
      usage_count: 0,
      ...times,
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto('quick_replies')
        .values(rows.slice(at, at + 500))
        .execute();
    }
  });
}

/** The machine of the bakery has no room, or no thread to spare. */
async function recordTroubles({ shop, refuse, keepProblem, until }: Story): Promise<void> {
  shop.app.platform.storage.markFull();
  await refuse('storage_full', 'POST /api/contacts', { body: { phone: '+5511900000001', name: 'Late guest' } });
  await until(async () => !shop.app.platform.storage.isFull);
  const csv = 'phone,name\n+5511900000002,Early guest\n';
  const all = Array.from({ length: 70 }, () =>
    shop.api.post('/api/marketing-campaigns/audience/csv/validate', { csv }),
  );
  keepProblem('unavailable', await Promise.all(all));
}

async function recordPause({ shop, refuse, cast }: Story): Promise<void> {
  const { platform } = shop.app;
  await platform.write(({ db }) => setSendingPaused(db, true));
  await refuse('sending_paused', 'POST /api/conversations/{id}/messages', {
    path: { id: cast.tomas },
    body: { content: 'The sketch of the cake is ready.' },
  });
  await platform.write(({ db }) => setSendingPaused(db, false));
}
