import { expect, test } from 'vitest';
import type { EventKind } from '../../server/areas/events.ts';
import { contactsOf, nina, openPeopleShop, type PeopleShop } from '../areas/people/support.ts';
import { startSink } from '../doubles/webhook-sink.ts';
import { alternatives, bodySchema, describedAt, implemented, type Schema } from '../support/contract/contract.ts';
import { buildRequest, type Slot, slotsOf } from '../support/contract/references.ts';
import { sampleQuery } from '../support/contract/sample-body.ts';
import { makePhoto } from '../support/files/samples.ts';
import { openConsole } from '../support/server/console.ts';
import { type Everything, type Kind, makeOneOfEverything } from '../support/shop/one-of-everything.ts';
import { orderReady } from '../support/shop/templates.ts';
import { subscribe } from '../support/shop/webhooks.ts';

/** The kinds of resources that belong to a customer. */
const personal: Kind[] = [
  'appointment',
  'card',
  'contact',
  'conversation',
  'lead',
  'message',
  'note',
  'order',
  'phone',
];

const isPersonal = ({ kind }: Slot): boolean => personal.includes(kind);
const namesPerson = ({ kind }: Slot): boolean => kind === 'contact' || kind === 'phone';

/** The simulator's customers are phones, which have numbers. */
const routes = [...implemented.keys()].filter((route) => !route.includes('/api/simulator/'));

/** Requests that name a customer or a customer's record, one for each optional position; deletions come last. */
const requests = routes
  .flatMap((route) => {
    const slots = slotsOf(route);
    const required = slots.filter((slot) => slot.isRequired);
    const optional = slots.filter((slot) => !slot.isRequired && isPersonal(slot));
    const plain = required.some(isPersonal) ? [{ route, slots: required }] : [];
    return [...plain, ...optional.map((slot) => ({ route, slots: [...required, slot] }))];
  })
  .sort((one, other) => Number(one.route.startsWith('DELETE')) - Number(other.route.startsWith('DELETE')));

/** Fields of bodies that hold a customer's number, which `contactId` replaces. */
const numberFields = ['clientPhone', 'contactPhone', 'phone', 'phoneNumber'];

/** Bodies with a number and no `contactId`, each with the reason. */
const numberAlone: Record<string, string> = {
  'POST /api/contacts': 'creates a contact by its number',
  'POST /api/flows/{id}/test': 'an invented customer',
};

function objectsIn(schema: Schema, seen: Schema[] = []): Schema[] {
  if (seen.includes(schema) || seen.length > 12) return [];
  return alternatives(schema).flatMap((option) => {
    const inner = [...Object.values(option.properties ?? {}), ...(option.items ? [option.items] : [])];
    return [option, ...inner.flatMap((each) => objectsIn(each, [...seen, schema]))];
  });
}

test('every body that takes a customer’s number takes the contact’s id in its place', () => {
  const without = routes.filter((route) => {
    const schema = bodySchema(describedAt(route));
    return (schema ? objectsIn(schema) : []).some(({ properties = {} }) => {
      return numberFields.some((field) => field in properties) && !('contactId' in properties);
    });
  });
  expect(without.toSorted()).toEqual(Object.keys(numberAlone).toSorted());
});

/** A shop with one of everything, in which all that is a customer's is Nina's, who hides her number. */
async function openHiddenShop(): Promise<PeopleShop & { known: Everything; contactId: string }> {
  const people = await openPeopleShop();
  const { api, shop, channelId, says } = people;
  const everything = await makeOneOfEverything(shop, api, 'Ana', '+5511987654321');
  await says(nina, 'Oi');
  const contactId = (await contactsOf(api)).find(({ name }) => name === 'Nina').id as string;
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await api.post(path, body);
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    expect([path, answer.body.contactId]).toEqual([path, contactId]);
    return answer.body.id;
  };
  const { agent: aiAgentId, pipeline: pipelineId, stage: stageId } = everything;
  const items = [{ name: 'Pizza', quantity: 1, unitPrice: 45.9 }];
  const times = { startTime: '2031-01-02T10:00:00.000Z', endTime: '2031-01-02T11:00:00.000Z' };
  const lead = await made('/api/leads', { aiAgentId, contactId });
  const order = await made('/api/orders', { aiAgentId, contactId, clientName: 'Nina', items, total: 45.9 });
  const appointment = await made('/api/appointments', {
    aiAgentId,
    contactId,
    clientName: 'Nina',
    title: 'Corte',
    ...times,
  });
  const card = await made('/api/crm/cards', { pipelineId, stageId, contactId, title: 'Festa' });
  const { id: conversation } = (await api.get('/api/conversations?search=nina')).body.data[0];
  const { id: message } = (await api.get(`/api/conversations/${conversation}/messages`)).body.data[0];
  const { id: note } = (await api.post(`/api/conversations/${conversation}/notes`, { text: 'Nozes' })).body;
  const plain = orderReady({
    name: 'pizza',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Hoje tem pizza!' }],
  });
  const { cloudChannel } = everything;
  const { id: channelTemplateId } = (await api.post(`/api/channels/${cloudChannel}/chat-templates`, plain)).body;
  const draft = { name: 'Pizza', channelId: cloudChannel, channelTemplateId, audienceSource: 'CSV' };
  const { id: campaign } = (await api.post('/api/marketing-campaigns', draft)).body;
  const hers = { contact: contactId, phone: contactId, conversation, message, note, lead, order, appointment, card };
  return { ...people, contactId, known: { ...everything, ...hers, campaign, channel: channelId } };
}

/** Fields that a body needs for any customer, or that name another customer. */
const bodies: Record<string, (known: Everything) => object> = {
  'POST /api/leads': ({ otherAgent }) => ({ aiAgentId: otherAgent }),
  'PATCH /api/orders/{id}': () => ({ notes: 'Sem cebola', total: undefined }),
  'POST /api/conversations/{id}/snooze': () => ({ until: new Date(Date.now() + 3_600_000).toISOString() }),
  'POST /api/appointments': () => ({ allowOverlap: true }),
};

/** The status of the conversation that an operation requires. */
const states: Record<string, string> = {
  'POST /api/conversations/{id}/reopen': 'RESOLVED',
  'POST /api/flows/{id}/runs': 'ACTIVE',
};

/** Operations that name her and whose answer does not, each with what it is. */
const answersWithout: Record<string, string> = {
  'POST /api/contacts/{phone}/confirm-entry': 'no body',
  'GET /api/orders/overview': 'sums',
  'PUT /api/marketing-campaigns/{id}/audience': 'counts of rows',
  'POST /api/marketing-campaigns/{id}/test': 'what was sent',
};

/** Refusals that any customer would get, by their code. */
const refusals: Record<string, string> = {
  'POST /api/conversations/new replyToMessageId': 'unknown_reference',
  'POST /api/crm/cards/{id}/move beforeCardId': 'not_neighbours',
  'POST /api/crm/cards/{id}/move afterCardId': 'not_neighbours',
  'GET /api/conversations/{id}/messages/{messageId}/trace messageId': 'not_found',
  'GET /api/conversations/{id}/handoff id': 'not_found',
};

/** Removes numbers from objects that have the contact's id. */
function dropNumbers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('contactId' in value) for (const field of numberFields) delete (value as Record<string, unknown>)[field];
  for (const inner of Object.values(value)) dropNumbers(inner);
}

async function send({ api }: PeopleShop, { route, slots }: (typeof requests)[number], known: Everything) {
  const values = slots.map((slot): [Slot, string] => [slot, known[slot.kind]]);
  const { method, path, body } = buildRequest(route, values, sampleQuery(route).slice(1));
  Object.assign(body ?? {}, bodies[route]?.(known));
  dropNumbers(body);
  const status = states[route];
  if (status !== undefined) await api.patch(`/api/conversations/${known.conversation}`, { status });
  const upload = implemented.get(route)?.upload;
  if (upload) return api.upload(path, await makePhoto(), 'a.jpg', upload.field);
  return api.call(method, path, method === 'GET' ? undefined : body);
}

test('every operation that names a customer, or what is theirs, takes one who hides the number', async () => {
  const shop = await openHiddenShop();
  for (const request of requests) {
    const { route, slots } = request;
    const { status, body } = await send(shop, request, shop.known);
    const position = `${route} ${slots.filter(isPersonal).at(-1)?.at.at(-1)}`;
    const refusal = refusals[position];
    if (refusal) expect([position, body.code]).toEqual([position, refusal]);
    else expect([position, Math.floor(status / 100), body]).toEqual([position, 2, body]);
    if (!refusal && slots.some(namesPerson) && !(route in answersWithout)) {
      expect([position, JSON.stringify(body)]).toEqual([position, expect.stringContaining(shop.contactId)]);
    }
  }
});

/** Lists, searches and exports that contain the customer or her records. */
const lists = ({ pipeline }: Everything): string[] => [
  '/api/contacts',
  '/api/contacts?search=nina',
  '/api/contacts?search=%40nina',
  '/api/contacts?filter=buyer',
  '/api/contacts?filter=lead',
  '/api/contacts?filter=unanswered',
  '/api/contacts/export?acknowledged=true',
  '/api/conversations',
  '/api/conversations?search=nina',
  '/api/leads',
  '/api/leads/export?acknowledged=true',
  '/api/orders',
  '/api/appointments',
  `/api/crm/pipelines/${pipeline}/board`,
  '/api/developers/logs?limit=100',
  '/owner/search?q=nina',
];

/** The values of all fields for a customer's number in an answer or an event. */
function numbersIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => (numberFields.includes(field) ? [inner] : numbersIn(inner)));
}

const isNumberOrNull = (value: unknown): boolean => value === null || /^\+\d{8,15}$/.test(String(value));

test('lists, filters, searches and exports have her, and nothing shows her id as a number', async () => {
  const { api, shop, known, contactId } = await openHiddenShop();
  const console = await openConsole(shop);
  for (const path of lists(known)) {
    const { status, body } = await (path.startsWith('/owner/') ? console : api).get(path);
    expect([path, status]).toEqual([path, 200]);
    expect([path, JSON.stringify(body)]).toEqual([path, expect.stringContaining(contactId)]);
    expect([path, numbersIn(body).filter((number) => !isNumberOrNull(number))]).toEqual([path, []]);
  }
});

test('webhooks about her carry the contact’s id, and null in place of the number', async () => {
  const { api, shop, known, contactId } = await openHiddenShop();
  const sink = await startSink();
  const events: EventKind[] = ['conversation.status.changed', 'order.created', 'appointment.created', 'lead.captured'];
  await subscribe(api, sink.url, events);
  const hers = { contactId, clientName: 'Nina' };
  const items = [{ name: 'Bolo', quantity: 1, unitPrice: 9 }];
  const times = { startTime: '2033-01-02T10:00:00.000Z', endTime: '2033-01-02T11:00:00.000Z' };
  await api.patch(`/api/conversations/${known.conversation}`, { status: 'RESOLVED' });
  await api.post('/api/orders', { ...hers, aiAgentId: known.agent, items, total: 9 });
  await api.post('/api/appointments', { ...hers, aiAgentId: known.agent, title: 'Corte', ...times });
  await api.post('/api/leads', { contactId, aiAgentId: known.otherAgent });
  await shop.settle();
  const received = (await sink.received(events.length)).map(({ body }) => body);
  expect(received.map(({ type }) => type).toSorted()).toEqual(events.toSorted());
  for (const { type, data } of received) {
    expect([type, JSON.stringify(data)]).toEqual([type, expect.stringContaining(contactId)]);
    expect([type, numbersIn(data)]).toEqual([type, [null]]);
  }
});
