import { startEmbedder } from '../../doubles/embedder.ts';
import { startLanguageModel } from '../../doubles/language-model.ts';
import { implementedForOwner } from '../contract/contract.ts';
import { ownerKindOfField, ownerKindOfSegment } from '../contract/owner-references.ts';
import { sampleBody, sampleQuery } from '../contract/sample-body.ts';
import { eventually } from '../server/app.ts';
import { type ConsoleClient, goodPassphrase } from '../server/console.ts';
import type { Everything } from '../shop/one-of-everything.ts';
import {
  answered,
  freshAgent,
  freshConversation,
  freshFlow,
  freshName,
  freshPhone,
  must,
  type Shop,
} from './fresh-things.ts';
import type { FuzzRequest } from './fuzz-requests.ts';

const spare = { id: '3f9a-01bc-77de-45c0', name: 'Office' };

/** Identifiers in console requests, by kind. */
export type OwnerThings = Everything & Record<string, string>;

/** Creates one of each thing that only console requests name, in addition to `everything`. */
export async function makeOwnerThings(shop: Shop, owner: ConsoleClient, everything: Everything): Promise<OwnerThings> {
  const { id: workspace } = (await must(owner.get('/owner/session'))).workspace;
  const { id: conversationId, aiAgentId } = await freshConversation(shop);
  const flow = await freshFlow(shop, aiAgentId);
  await must(shop.api.patch(`${flow}/toggle`, { active: true }));
  await must(shop.api.post(`${flow}/runs`, { conversationId }));
  const ofOwner = flow.replace('/api/', '/owner/');
  const run = await eventually(async () => (await must(owner.get(`${ofOwner}/runs`))).data[0]);
  const versions = await must(owner.get(`${ofOwner}/versions`));
  return {
    ...everything,
    workspace,
    flow: flow.split('/').at(-1) as string,
    contact: await freshContact(shop),
    contactView: await freshView(owner),
    flowRun: run.id,
    flowVersion: String(versions.data[0].version),
    key: await freshKey(owner),
    outbound: '127.0.0.1:9',
    person: await freshPerson(owner),
    spare: spare.id,
  };
}

/** The parts of a request that a recipe sets; the sample provides the rest. */
interface Said {
  path?: string;
  query?: string;
  body?: object;
  file?: { bytes: Uint8Array; name: string };
}

type Recipe = (shop: Shop, owner: ConsoleClient, known: OwnerThings) => Promise<Said>;

const freshContact = async ({ api }: Shop): Promise<string> =>
  (await must(api.post('/api/contacts', { phone: freshPhone() }))).id;
/** A contact into which another one was merged. */
async function freshJoin(shop: Shop, owner: ConsoleClient): Promise<{ id: string; join: string; number: string }> {
  const [keep, merge] = [await freshContact(shop), await freshContact(shop)];
  await must(owner.post('/owner/contacts/merge', { keep, merge }));
  const { joins, otherPhones } = await must(shop.api.get(`/api/contacts/${keep}`));
  return { id: keep, join: joins[0].id, number: otherPhones[0] };
}
const freshView = async (owner: ConsoleClient): Promise<string> =>
  (await must(owner.post('/owner/contacts/views', { name: freshName('Vista') }))).id;
const freshKey = async (owner: ConsoleClient): Promise<string> =>
  (await must(owner.post('/owner/keys', { name: freshName('till'), scopes: ['orders.read'] }))).id;
const freshPerson = async (owner: ConsoleClient): Promise<string> =>
  (await must(owner.post('/owner/people', { name: freshName('Rui'), role: 'attendant', passphrase: goodPassphrase })))
    .id;

const body =
  (said: object): Recipe =>
  async () => ({ body: said });

const onPerson =
  (suffix: string): Recipe =>
  async (_shop, owner) => ({ path: `/owner/people/${await freshPerson(owner)}${suffix}` });

/** Makes a backup and returns a path below it. */
const onBackup =
  (suffix: string): Recipe =>
  async (_shop, owner) => {
    const listed = async () => (await must(owner.get('/owner/backups'))).items;
    if ((await listed()).length === 0) await must(owner.post('/owner/backups'));
    const [backup] = await eventually(async () => (await listed()).length > 0 && listed());
    return { path: `/owner/backups/${backup.name}${suffix}` };
  };

const onSetAside =
  (suffix: string): Recipe =>
  async ({ app: { platform } }, owner, { delivery }) => {
    const { suspects } = platform.running;
    await platform.write(({ db, now }) => suspects.setAside(db, { kind: 'delivery', key: delivery }, now));
    const { data } = await must(owner.get('/owner/set-aside'));
    return { path: `/owner/set-aside/${data[0].id}${suffix}` };
  };

/** Lets a customer ask a question that the published agent cannot answer. */
const onQuestion =
  (suffix: string): Recipe =>
  async (shop, owner) => {
    const open = async (conversation: string) =>
      (await must(owner.get(`/owner/conversations/${conversation}/unanswered`))).data[0];
    const { agentId, id } = await answered(shop, 'Vendem guarda-chuva?', open);
    return { path: `/owner/agents/${agentId}/unanswered/${id}/${suffix}` };
  };

const dismissed: Recipe = async (...given) => {
  const { path = '' } = await onQuestion('dismiss')(...given);
  await must(given[1].post(path));
  return { path: path.replace('dismiss', 'restore') };
};

const withEmbedder: Recipe = async () => {
  const { baseUrl } = await startEmbedder([['tapete']]);
  return {
    body: {
      kind: 'openai',
      baseUrl,
      key: null,
      model: 'tiny',
      queryPrefix: '',
      passagePrefix: '',
      minSimilarity: null,
    },
  };
};

const withModel: Recipe = async () => ({
  body: { baseUrl: (await startLanguageModel('Olá!')).baseUrl, model: 'tiny-1', key: null },
});

const place = { name: 'Padaria', country: 'BR', timezone: 'America/Sao_Paulo', language: 'pt' };

/** Recipes for requests that the sample bodies and one thing of each kind do not cover. */
const recipes: Record<string, Recipe> = {
  'DELETE /owner/contacts/views/{id}': async (_shop, owner) => ({
    path: `/owner/contacts/views/${await freshView(owner)}`,
  }),
  'POST /owner/contacts/merge': async (shop) => ({
    body: { keep: await freshContact(shop), merge: await freshContact(shop) },
  }),
  'POST /owner/contacts/joins/{id}/undo': async (shop, owner) => ({
    path: `/owner/contacts/joins/${(await freshJoin(shop, owner)).join}/undo`,
  }),
  'POST /owner/contacts/{id}/split': async (shop, owner) => {
    const { id, number } = await freshJoin(shop, owner);
    return { path: `/owner/contacts/${id}/split`, body: { kind: 'phone', value: number } };
  },
  'POST /owner/contacts/{id}/number': async (shop) => ({
    path: `/owner/contacts/${await freshContact(shop)}/number`,
    body: { phone: freshPhone() },
  }),
  'POST /owner/contacts/delete': async (shop) => ({ body: { ids: [await freshContact(shop)] } }),
  'GET /owner/orders/export': async () => ({ query: 'acknowledged=true' }),
  'POST /owner/flows/import': async (shop, owner) => {
    const aiAgentId = await freshAgent(shop);
    const flow = (await freshFlow(shop, aiAgentId)).split('/').at(-1);
    return { body: { aiAgentId, file: await must(owner.get(`/owner/flows/${flow}/export`)) } };
  },
  'GET /owner/calendar': async () => ({ query: 'from=2030-01-02&days=7' }),
  'POST /owner/agents/{id}/unanswered/{questionId}/dismiss': onQuestion('dismiss'),
  'POST /owner/agents/{id}/unanswered/{questionId}/restore': dismissed,
  'POST /owner/setup': body(place),
  'POST /owner/workspaces': body(place),
  'POST /owner/keys': body({ name: 'till', scopes: ['orders.read'] }),
  'POST /owner/settings/embedder/model': body({
    name: 'tiny',
    files: [{ path: 'model.onnx', url: 'http://127.0.0.1:9/model.onnx', sha256: '0'.repeat(64) }],
  }),
  'PUT /owner/spreadsheet-folders': body({ folders: [] }),
  'PUT /owner/alerts': body({ mutedChannelIds: [], quietHours: null, overdueMinutes: 10 }),
  'POST /owner/demo': body({ language: 'pt' }),
  'DELETE /owner/demo': async (_shop, owner) => {
    await owner.post('/owner/demo', { language: 'pt' });
    return {};
  },
  'DELETE /owner/sessions/{id}': async (shop, owner) => {
    const { data } = await must(owner.get('/owner/sessions'));
    const other = data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    if (other) return { path: `/owner/sessions/${other.id}` };
    await shop.app.createLoginLink();
    return {};
  },
  'POST /owner/downloads': body({ path: '/owner/orders/export' }),
  'POST /owner/passphrase/check': body({ passphrase: goodPassphrase, name: 'Ana' }),
  'PUT /owner/passphrase': body({ passphrase: goodPassphrase }),
  'POST /owner/people': async () => ({
    body: { name: freshName('Rui'), role: 'attendant', passphrase: goodPassphrase },
  }),
  'PUT /owner/people/{id}/passphrase': body({ passphrase: goodPassphrase }),
  'DELETE /owner/people/{id}/passphrase': onPerson('/passphrase'),
  'DELETE /owner/people/{id}/sessions': onPerson('/sessions'),
  'DELETE /owner/people/{id}': onPerson(''),
  'DELETE /owner/keys/{id}': async (_shop, owner) => ({ path: `/owner/keys/${await freshKey(owner)}` }),
  'POST /owner/keys/{id}/rotate': async (_shop, owner) => ({ path: `/owner/keys/${await freshKey(owner)}/rotate` }),
  'POST /owner/backups/{name}/verify': onBackup('/verify'),
  'GET /owner/backups/{name}/download': onBackup('/download'),
  'DELETE /owner/backups/{name}': onBackup(''),
  'PUT /owner/settings/language-model': withModel,
  'POST /owner/settings/language-model/test': async (shop, owner, known) => {
    await must(owner.put('/owner/settings/language-model', (await withModel(shop, owner, known)).body));
    return {};
  },
  'POST /owner/settings/outbound': body({ entry: '127.0.0.1:9' }),
  'POST /owner/machine/spares': body(spare),
  'DELETE /owner/machine/spares/{id}': async (_shop, owner) => {
    await must(owner.post('/owner/machine/spares', spare));
    return {};
  },
  'PUT /owner/settings/embedder': withEmbedder,
  'POST /owner/settings/embedder/test': withEmbedder,
  'POST /owner/set-aside/{id}/retry': onSetAside('/retry'),
  'DELETE /owner/set-aside/{id}': onSetAside(''),
  'POST /owner/text-files': async () => ({ file: { bytes: Buffer.from('phone,name\n'), name: 'a.csv' } }),
};

/** Returns a request that must succeed with 2xx. */
export async function validOwnerRequest(
  shop: Shop,
  owner: ConsoleClient,
  route: string,
  known: OwnerThings,
): Promise<FuzzRequest> {
  const [method = '', pattern = ''] = route.split(' ');
  const said = (await recipes[route]?.(shop, owner, known)) ?? {};
  const parameters = new URLSearchParams(said.query ?? sampleQuery(route).slice(1));
  for (const name of parameters.keys()) {
    const kind = ownerKindOfField(route, name);
    if (kind) parameters.set(name, known[kind] ?? '');
  }
  const path = said.path ?? fillPath(route, pattern, known);
  const json = said.body ?? fill(route, sampleBody(route), known);
  const upload = implementedForOwner.get(route)?.upload;
  const file = said.file && { file: new Uint8Array(said.file.bytes), name: said.file.name, field: upload?.field ?? '' };
  return {
    route,
    method,
    path: parameters.size > 0 ? `${path}?${parameters}` : path,
    headers: {},
    body: method === 'GET' ? undefined : (file ?? (json === undefined ? undefined : { json })),
  };
}

const fillPath = (route: string, pattern: string, known: OwnerThings): string =>
  pattern.replaceAll(
    /([\w-]+)\/\{\w+\}/g,
    (_, segment: string) => `${segment}/${encodeURIComponent(known[ownerKindOfSegment(route, segment)] ?? '')}`,
  );

/** Fills the references in a sample body, at any depth. */
function fill(route: string, value: unknown, known: OwnerThings, name = ''): unknown {
  const kind = ownerKindOfField(route, name);
  if (typeof value === 'string') return kind ? known[kind] : value;
  if (Array.isArray(value)) return value.map((entry) => fill(route, entry, known, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(route, inner, known, key)]));
}
