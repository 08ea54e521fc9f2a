import { expect, test } from 'vitest';
import {
  alternatives,
  bodySchema,
  describedAt,
  implemented,
  isNullable,
  resolve,
} from '../support/contract/contract.ts';
import { buildRequest, slotsOf } from '../support/contract/references.ts';
import { sampleBody } from '../support/contract/sample-body.ts';
import { type Client, openWorkspace } from '../support/server/app.ts';
import { type Everything, makeOneOfEverything } from '../support/shop/one-of-everything.ts';

/** Fields of an operation's body, each with two flags: null is documented, and the resource returns null. */
function fieldsOf(route: string) {
  const operation = describedAt(route);
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const shown = answers.flatMap(([, { content }]) => content?.['application/json']?.schema ?? []).map(resolve)[0];
  return Object.entries(bodySchema(operation)?.properties ?? {}).map(([name, schema]) => ({
    name,
    takesNull: isNullable(schema),
    isShownNull: shown?.properties?.[name] !== undefined && isNullable(shown.properties[name]),
  }));
}

const patches = [...implemented.keys()].filter((route) => route.startsWith('PATCH'));
const posts = [...implemented.keys()].filter((route) => route.startsWith('POST') && bodySchema(describedAt(route)));

/** Null in these has a special meaning in the specification: the defaults, or an empty list. */
const emptied = ['rules', 'behavior', 'services'];

/** An order keeps a customer: another one is named by either of these. */
const keptFields = ['PATCH /api/orders/{id} clientPhone', 'PATCH /api/orders/{id} contactId'];

function call(api: Client, route: string, known: Everything, body: object) {
  const values = slotsOf(route)
    .filter((slot) => slot.in === 'path')
    .map((slot) => [slot, known[slot.kind]] as [typeof slot, string]);
  const { method, path } = buildRequest(route, values, '');
  return api.call(method, path, body);
}

test('null in a PATCH clears every field that the resource shows as null when absent, and no other', async () => {
  const shop = await openWorkspace();
  const known = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321');
  const faults: string[] = [];
  const cleared: string[] = [];
  for (const route of patches) {
    for (const { name, isShownNull } of fieldsOf(route)) {
      const { status, body } = await call(shop.api, route, known, { [name]: null });
      const isRefused = status === 400 && body.errors.some(({ field }: { field: string }) => field === `body.${name}`);
      const isCleared = isShownNull && !keptFields.includes(`${route} ${name}`);
      if (isCleared) cleared.push(`${route} ${name}`);
      const isRight = isCleared ? status === 200 && body[name] === null : isRefused || emptied.includes(name);
      if (!isRight) faults.push(`${route} ${name}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    }
  }
  expect(faults).toEqual([]);
  expect(cleared.length).toBeGreaterThan(25);
});

test('a value that was set is null after it was cleared', async () => {
  const { api } = await openWorkspace();
  const { id: aiAgentId } = (await api.post('/api/ai-agents', { name: 'Bela' })).body;
  const items = [{ name: 'Pizza', quantity: 1, unitPrice: 45 }];
  const delivery = { address: 'Rua A, 1', deliveryFee: 5, notes: 'sem cebola', paymentMethod: 'CASH' };
  const client = { aiAgentId, clientName: 'Bia', clientPhone: '+5511980000001' };
  const order = (await api.post('/api/orders', { ...client, items, total: 50, ...delivery })).body;
  const path = `/api/orders/${order.id}`;
  expect((await api.patch(path, { deliveryFee: null })).body).toMatchObject({
    code: 'total_mismatch',
    expectedTotal: 45,
  });
  const pickup = { address: null, deliveryFee: null, notes: null, paymentMethod: null };
  expect((await api.patch(path, { ...pickup, total: 45 })).body).toMatchObject({ ...pickup, total: 45 });
  expect((await api.get(path)).body).toMatchObject(pickup);

  const lead = { aiAgentId, phone: '+5511980000001', name: 'Bia', email: 'bia@example.com', address: 'Rua A' };
  const { id } = (await api.post('/api/leads', lead)).body;
  const nobody = { name: null, email: null, address: null };
  expect((await api.patch(`/api/leads/${id}`, nobody)).body).toMatchObject(nobody);
});

test('a POST refuses null for every field that does not document it', async () => {
  const { api } = await openWorkspace();
  const faults: string[] = [];
  let refused = 0;
  for (const route of posts) {
    const path = route.split(' ')[1]?.replaceAll(/\{\w+\}/g, 'nothing') as string;
    for (const { name, takesNull } of fieldsOf(route)) {
      if (takesNull || alternatives(bodySchema(describedAt(route))?.properties?.[name] ?? {}).length === 0) continue;
      const { status, body } = await api.post(path, { ...sampleBody(route), [name]: null });
      const isNamed = body.errors?.some(({ field }: { field: string }) => field.startsWith(`body.${name}`));
      if (status === 400 && isNamed) refused += 1;
      else faults.push(`${route} ${name}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    }
  }
  expect(faults).toEqual([]);
  expect(refused).toBeGreaterThan(150);
});
