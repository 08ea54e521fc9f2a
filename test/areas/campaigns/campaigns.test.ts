import { describe, expect, test } from 'vitest';
import { faultsOf } from '../../support/shop/sales.ts';
import { mappings, openCampaigns, people, phoneOf, promo } from './support.ts';

const codesOf = ({ body }: { body: { errors: { code: string }[] } }) => body.errors.map((error) => error.code);

describe('a campaign', () => {
  test('is created as a draft with the defaults, read, replaced as a whole and deleted', async () => {
    const { api, channel, templateId } = await openCampaigns();
    const body = { name: ' Natal ', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CONTACTS' };
    const made = await api.post('/api/marketing-campaigns', body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Natal',
      timezone: 'America/Sao_Paulo',
      stopOnReply: true,
      sendIntervalMs: 3_000,
      status: 'DRAFT',
      variables: [],
      recipients: { total: 0 },
      startedAt: null,
    });
    const path = `/api/marketing-campaigns/${made.body.id}`;
    const read = await api.get(path);
    expect(read).toMatchObject({ status: 200, body: made.body });
    const changed = { ...body, name: 'Ano novo', timezone: 'Europe/Madrid', stopOnReply: false, sendIntervalMs: 250 };
    const put = await api.put(path, changed, { headers: { 'if-match': read.headers.get('etag') ?? '' } });
    expect(put).toMatchObject({ status: 200, body: { ...changed, id: made.body.id } });
    expect((await api.put(path, body, { headers: { 'if-match': read.headers.get('etag') ?? '' } })).status).toBe(412);
    expect(await api.delete(path)).toMatchObject({ status: 200, body: { id: made.body.id, deleted: true } });
    expect((await api.get(path)).status).toBe(404);
  });

  test('is rejected with every fault: bounds, unknown fields, an unknown channel or template', async () => {
    const { api, channel, templateId, shop } = await openCampaigns();
    const body = { name: 'Natal', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CSV' };
    const faults = async (fields: object) => {
      const refused = await api.post('/api/marketing-campaigns', { ...body, ...fields });
      return [refused.status, ...faultsOf(refused)];
    };
    expect(await faults({ name: ' ', sendIntervalMs: 249, audienceSource: 'ALL', surprise: 1 })).toEqual([
      ...[400, 'body.name', 'body.audienceSource', 'body.sendIntervalMs', 'body.surprise'],
    ]);
    expect(await faults({ sendIntervalMs: 60_001, timezone: 'x'.repeat(81) })).toEqual([
      ...[400, 'body.timezone', 'body.sendIntervalMs'],
    ]);
    expect(await faults({ channelId: 'ch_none' })).toEqual([400, 'body.channelId']);
    expect(await faults({ channelTemplateId: 'tpl_none' })).toEqual([400, 'body.channelTemplateId']);
    const { body: second } = await api.post('/api/channels', { name: 'Outro', provider: 'CLOUD_API' });
    expect(await faults({ channelId: second.id })).toEqual([400, 'body.channelTemplateId']);
    const other = await shop.otherWorkspace();
    expect((await other.post('/api/marketing-campaigns', body)).status).toBe(400);
  });

  test('is invisible to other workspaces', async () => {
    const { shop, draft } = await openCampaigns();
    const path = await draft(people(1));
    const other = await shop.otherWorkspace();
    for (const below of ['', '/recipients', '/report']) expect((await other.get(path + below)).status).toBe(404);
    for (const below of ['/start', '/pause', '/resume', '/cancel', '/duplicate']) {
      expect((await other.post(path + below, {})).status).toBe(404);
    }
    expect((await other.put(`${path}/audience`, { rows: [] })).status).toBe(404);
    expect((await other.put(`${path}/variables`, { mappings: [] })).status).toBe(404);
    expect((await other.get('/api/marketing-campaigns')).body.total).toBe(0);
  });

  test('is found by part of its name, its status and its channel, newest first', async () => {
    const { api, draft, channel } = await openCampaigns();
    await draft(people(1), { name: 'Promoção de Páscoa' });
    await draft(people(1), { name: 'Natal 100%' });
    const names = async (query: string) =>
      (await api.get(`/api/marketing-campaigns${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Natal 100%', 'Promoção de Páscoa']);
    expect(await names('?search=PASCOA')).toEqual(['Promoção de Páscoa']);
    expect(await names('?search=100%25')).toEqual(['Natal 100%']);
    expect(await names('?status=DRAFT,RUNNING&limit=1&page=2')).toEqual(['Promoção de Páscoa']);
    expect(await names('?status=PAUSED')).toEqual([]);
    expect(await names(`?channelId=${channel.id}`)).toHaveLength(2);
    expect((await api.get('/api/marketing-campaigns?channelId=ch_x')).status).toBe(400);
    expect((await api.get('/api/marketing-campaigns?status=GONE')).status).toBe(400);
  });

  test('accepts each variable of its template mapped once, and no other variable', async () => {
    const { api, draft } = await openCampaigns();
    const path = await draft([]);
    const put = (list: object[]) => api.put(`${path}/variables`, { mappings: list });
    const fixed = { variable: '1', source: 'FIXED', value: 'x' };
    expect((await put([fixed])).body.variables).toEqual([{ ...fixed, fallback: null }]);
    expect(faultsOf(await put([fixed, fixed]))).toEqual(['body.mappings[1].variable']);
    expect(faultsOf(await put([{ ...fixed, variable: '3' }]))).toEqual(['body.mappings[0].variable']);
    expect((await put([{ ...fixed, source: 'CONTACT' }])).status).toBe(400);
    expect((await put(Array.from({ length: 51 }, () => fixed))).status).toBe(400);
  });

  test('is copied with body, variables and audience, a counter in its name, and no results', async () => {
    const { api, launch, run, recipients } = await openCampaigns();
    const path = await launch([...people(2), { phone: phoneOf(0) }, { phone: 'x' }], { name: 'Natal (7)' });
    await run(1_000);
    const copy = await api.post(`${path}/duplicate`, {});
    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({
      name: 'Natal (2)',
      status: 'DRAFT',
      startedAt: null,
      sendIntervalMs: 250,
      recipients: { total: 4, PENDING: 2, SKIPPED: 2, SENT: 0 },
    });
    expect(copy.body.variables).toHaveLength(2);
    const rows = await recipients(`/api/marketing-campaigns/${copy.body.id}`);
    expect(rows.map((row) => [row.phone, row.status, row.reason, row.messageId])).toEqual([
      [phoneOf(0), 'PENDING', null, null],
      [phoneOf(1), 'PENDING', null, null],
      [phoneOf(0), 'SKIPPED', 'duplicate', null],
      ['x', 'SKIPPED', 'invalid_number', null],
    ]);
    expect((await api.post(`${path}/duplicate`, {})).body.name).toBe('Natal (3)');
    expect((await api.post('/api/marketing-campaigns/camp_none/duplicate', {})).status).toBe(404);
  });
});

describe('the start of a campaign', () => {
  test('is rejected with every reason at once, and nothing is sent', async () => {
    const { api, channel, draft, clock, sent } = await openCampaigns();
    const { body: template } = await api.post(
      `/api/channels/${channel.id}/chat-templates`,
      promo({ name: 'pending_promo', category: 'UTILITY' }),
    );
    const path = await draft([], { channelTemplateId: template.id, timezone: 'Mars/Olympus' });
    await api.put(`${path}/variables`, { mappings: [] });
    await channel.faults({ dropped: true });
    const refused = await api.post(`${path}/start`, {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'campaign_not_startable' } });
    expect(codesOf(refused)).toEqual([
      'no_audience',
      'template_not_approved',
      'template_not_marketing',
      'variable_unmapped',
      'variable_unmapped',
      'channel_not_connected',
      'unknown_timezone',
    ]);
    expect((await api.get(path)).body.status).toBe('DRAFT');
    await api.post(`/api/channels/${channel.id}/deactivate`, {});
    await api.delete(`/api/chat-templates/${template.id}`);
    const past = new Date(clock.now().getTime() - 1).toISOString();
    const later = await api.post(`${path}/start`, { scheduledAt: past, transactional: { reason: 'recall' } });
    expect(later.status).toBe(409);
    expect(codesOf(later)).toContain('channel_deactivated');
    expect(codesOf(later)).toContain('scheduled_in_past');
    expect(await sent()).toEqual([]);
  });

  test('is rejected for a deleted template, one that needs media and one that is not MARKETING', async () => {
    const { api, channel, draft, templateId } = await openCampaigns();
    const make = async (fields: object) =>
      (await api.post(`/api/channels/${channel.id}/chat-templates`, promo(fields))).body.id;
    const picture = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['sim:1'] } };
    const withPicture = await make({ name: 'picture', components: [picture, { type: 'BODY', text: 'Oi' }] });
    const path = await draft(people(1), { channelTemplateId: withPicture });
    expect(codesOf(await api.post(`${path}/start`, {}))).toEqual(['template_needs_media']);
    const gone = await draft(people(1));
    await api.delete(`/api/chat-templates/${templateId}`);
    expect(codesOf(await api.post(`${gone}/start`, {}))).toEqual(['template_gone']);
    const utility = await make({ name: 'aviso', category: 'UTILITY', components: [{ type: 'BODY', text: 'Oi' }] });
    const notice = await draft(people(1), { channelTemplateId: utility });
    expect(codesOf(await api.post(`${notice}/start`, {}))).toEqual(['template_not_marketing']);
    const reason = 'Recall de produto';
    const started = await api.post(`${notice}/start`, { transactional: { reason } });
    expect(started).toMatchObject({ status: 200, body: { status: 'RUNNING', transactionalReason: reason } });
  });

  test('fails only the recipients without a value, and names the variable', async () => {
    const { api, draft, run, recipients } = await openCampaigns();
    const path = await draft([
      { phone: phoneOf(0), variables: { oferta: ' ' } },
      { phone: phoneOf(1), name: 'Bia' },
    ]);
    const strict = [
      { variable: '1', source: 'FIELD', value: 'name', fallback: 'x' },
      { variable: '2', source: 'FIELD', value: 'name' },
    ];
    await api.put(`${path}/variables`, { mappings: strict });
    expect((await api.post(`${path}/start`, {})).status).toBe(200);
    await run(500);
    const [first, second] = await recipients(path);
    expect(first).toMatchObject({ status: 'FAILED', error: { code: 'missing_variable' } });
    expect(first.error.message).toContain('{{2}}');
    expect(second).toMatchObject({ status: 'SENT', content: 'Oi Bia, hoje Bia!' });
  });
});

test('a campaign can be edited only before its first send', async () => {
  const { api, draft, launch, run, channel, templateId, recipients } = await openCampaigns();
  const body = { name: 'B', channelId: channel.id, channelTemplateId: templateId, audienceSource: 'CSV' };
  const change = async (path: string) => [
    (await api.put(path, { ...body, sendIntervalMs: 250 })).status,
    (await api.put(`${path}/audience`, { rows: people(3, 50) })).status,
    (await api.put(`${path}/variables`, { mappings })).status,
  ];
  const running = await launch(people(5));
  expect(await change(running)).toEqual([409, 409, 409]);
  await api.post(`${running}/pause`, {});
  expect((await api.put(running, body)).body).toMatchObject({ code: 'campaign_not_editable' });
  expect(await change(running)).toEqual([409, 409, 409]);
  expect((await api.delete(running)).status).toBe(409);
  const unsent = await draft(people(2, 60), { timezone: 'Asia/Tokyo' });
  await api.post(`${unsent}/start`, {});
  await run(500);
  expect((await api.get(unsent)).body).toMatchObject({ status: 'RUNNING', holdReason: 'quiet_hours' });
  await api.post(`${unsent}/pause`, {});
  expect(await change(unsent)).toEqual([200, 200, 200]);
  await api.put(`${unsent}/variables`, { mappings: mappings.map((entry) => ({ ...entry, fallback: 'novo' })) });
  expect((await api.post(`${unsent}/resume`, {})).status).toBe(200);
  await run(1_500);
  const rows = await recipients(unsent);
  expect(rows.map((row) => [row.status, row.content])).toEqual(
    [0, 1, 2].map(() => ['SENT', expect.stringContaining('hoje novo!')]),
  );
});

test('each transition is allowed from its own statuses and is 409 from all others', async () => {
  const { api, draft, launch } = await openCampaigns();
  const moves = async (path: string) =>
    Promise.all(['pause', 'resume', 'cancel'].map(async (move) => (await api.post(`${path}/${move}`, {})).status));
  expect(await moves(await draft(people(1)))).toEqual([409, 409, 409]);
  const path = await launch(people(3));
  expect((await api.post(`${path}/start`, {})).body).toMatchObject({ status: 409, code: 'invalid_transition' });
  expect((await api.post(`${path}/resume`, {})).status).toBe(409);
  expect((await api.post(`${path}/pause`, {})).body.status).toBe('PAUSED');
  expect((await api.post(`${path}/pause`, {})).status).toBe(409);
  expect((await api.post(`${path}/cancel`, {})).body).toMatchObject({
    status: 'CANCELLED',
    recipients: { PENDING: 2 },
  });
  expect(await moves(path)).toEqual([409, 409, 409]);
  expect((await api.post(`${path}/resume`, { scope: 'everybody' })).status).toBe(400);
});

test('a test send reaches one number at once and changes no recipient', async () => {
  const { api, draft, channel, recipients, sent } = await openCampaigns({ at: '2026-11-21T04:00:00.000Z' });
  const path = await draft(people(1));
  const tested = await api.post(`${path}/test`, { phoneNumber: phoneOf(7), name: 'Eu', variables: { oferta: 'pão' } });
  expect(tested).toMatchObject({
    status: 200,
    body: { author: 'CAMPAIGN', content: 'Oi Eu, hoje pão!', status: 'SENT' },
  });
  expect((await sent()).map((message) => message.phone)).toEqual([phoneOf(7)]);
  expect((await recipients(path)).map((row) => row.status)).toEqual(['PENDING']);
  expect((await api.get(path)).body.status).toBe('DRAFT');
  expect((await api.post(`${path}/test`, { phoneNumber: 'abcdefgh' })).status).toBe(400);
  await api.put(`${path}/variables`, { mappings: [] });
  expect(faultsOf(await api.post(`${path}/test`, { phoneNumber: phoneOf(7) }))).toEqual([
    'body.variables',
    'body.variables',
  ]);
  await api.put(`${path}/variables`, { mappings });
  await channel.customerSays(phoneOf(8), 'sair');
  await sent();
  expect((await api.post(`${path}/test`, { phoneNumber: phoneOf(8) })).body).toMatchObject({
    code: 'contact_opted_out',
  });
  await channel.faults({ dropped: true });
  expect((await api.post(`${path}/test`, { phoneNumber: phoneOf(7) })).status).toBe(503);
});

test('deleting a draft deletes its recipients', async () => {
  const { api, draft, shop, rest } = await openCampaigns();
  const path = await draft(people(700));
  expect((await api.delete(path)).status).toBe(200);
  await rest();
  const { read } = shop.app.platform.database;
  expect(await read.selectFrom('campaign_recipients').select('id').execute()).toEqual([]);
  expect(await read.selectFrom('campaign_totals').select('count').execute()).toEqual([]);
});
