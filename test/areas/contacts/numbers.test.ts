import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { haircut, makeAgent, pizzas } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const none = 'This is not a phone number';
const lost = 'Digits of this number were lost in a spreadsheet: format the column as text and enter the number again';
const unknown = 'No such number can be dialled: check its digits and its area code';
const foreign = 'A number of another country begins with + and the country code';

/** Spellings in lists of shops, with the number or the reason for which there is none. */
const spellings: Record<string, [spelled: string, read: string][]> = {
  BR: [
    ['(11) 98765-4321', '+5511987654321'],
    ['11.98765.4321', '+5511987654321'],
    ['11 8765-4321', '+5511987654321'],
    ['551187654321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['0055 11 98765-4321', '+5511987654321'],
    ['00 55 (11) 98765-4321', '+5511987654321'],
    ['011 98765-4321', '+5511987654321'],
    ['015 11 98765-4321', '+5511987654321'],
    ['+55 (0)11 98765-4321', '+5511987654321'],
    ['11987654321.0', '+5511987654321'],
    ['5511987654321,00', '+5511987654321'],
    ['5.511987654321E+12', '+5511987654321'],
    ['whatsapp:+5511987654321', '+5511987654321'],
    ['wa.me/5511987654321', '+5511987654321'],
    ['１１９８７６５４３２１', '+5511987654321'],
    ['(11) 3333-4444', '+551133334444'],
    ['0800 123 4567', '+558001234567'],
    ['+351 912 345 678', '+351912345678'],
    ['00351 912345678', '+351912345678'],
    ['0021 351 912 345 678', '+351912345678'],
    ['+1 415 555 2671', '+14155552671'],
    ['5.51199E+12', lost],
    ['5,51199E+12', lost],
    ['351912345678', foreign],
    ['14155552671', foreign],
    ['98765-4321', unknown],
    ['+55 11 12345', unknown],
    ['00000000000', unknown],
    ['11 98765-4321 / 11 3333-4444', unknown],
    ['190', unknown],
    ['não tem', none],
    ['-', none],
  ],
  MX: [
    ['55 1234 5678', '+525512345678'],
    ['5215512345678', '+525512345678'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['0052 1 55 1234 5678', '+525512345678'],
    ['044 55 1234 5678', '+525512345678'],
    ['045 55 1234 5678', '+525512345678'],
    ['01 55 1234 5678', '+525512345678'],
    ['+1 415 555 2671', '+14155552671'],
    ['14155552671', foreign],
    ['+52 55 1234 567', unknown],
  ],
  AR: [
    ['11 15 2345-6789', '+5491123456789'],
    ['011 15 2345-6789', '+5491123456789'],
    ['5491123456789', '+5491123456789'],
    ['+54 11 15 2345 6789', '+5491123456789'],
    ['+54 9 11 15 2345 6789', '+5491123456789'],
    ['0341 15 512 3456', '+5493415123456'],
    ['+54 9 2966 15 412345', '+5492966412345'],
    ['(011) 4321-0000', '+541143210000'],
    ['15 2345-6789', unknown],
  ],
  BJ: [
    ['97 00 00 00', '+2290197000000'],
    ['+2290197000000', '+2290197000000'],
  ],
  CI: [
    ['07 00 00 00', '+2250707000000'],
    ['+225 44 12 34 56', '+2250544123456'],
    ['+225 01 23 45 67 89', '+2250123456789'],
  ],
  US: [
    ['(415) 555-2671', '+14155552671'],
    ['011 55 11 98765-4321', '+5511987654321'],
    ['5511987654321', foreign],
  ],
};

test.each(Object.entries(spellings))('spellings of numbers in lists of shops in %s', async (country, rows) => {
  const { api } = await openWorkspace({ country });
  for (const [index, [spelled, read]] of rows.entries()) {
    const csv = `phone\tname\n"${spelled}"\tRow ${index}`;
    const { created, updated, errors } = (await api.post('/api/contacts/import', { csv })).body;
    if (!read.startsWith('+')) {
      expect([spelled, created + updated, errors[0].message]).toEqual([spelled, 0, read]);
    } else {
      expect([spelled, created + updated, errors]).toEqual([spelled, 1, []]);
      const { body } = await api.get(`/api/contacts/${encodeURIComponent(spelled)}`);
      expect([spelled, body.phone, body.name]).toEqual([spelled, read, `Row ${index}`]);
    }
  }
});

test('every entrance of a number gives the reason', async () => {
  const { api, app } = await openWorkspace();
  const { id: channelId } = await pairChannel({ api, app });
  const aiAgentId = await makeAgent(api);
  const phone = '5.51199E+12';
  const pipeline = (await api.get('/api/crm/pipelines')).body.data[0];
  const card = { pipelineId: pipeline.id, stageId: pipeline.stages[0].id, title: 'Party', contactPhone: phone };
  for (const [path, field, body] of [
    ['/api/contacts', 'phone', { phone }],
    ['/api/conversations/new', 'phoneNumber', { channelId, phoneNumber: phone, content: 'Oi' }],
    ['/api/orders', 'clientPhone', pizzas(aiAgentId, { clientPhone: phone })],
    ['/api/appointments', 'clientPhone', haircut(aiAgentId, { clientPhone: phone })],
    ['/api/leads', 'phone', { aiAgentId, phone }],
    ['/api/crm/cards', 'contactPhone', card],
    [`/api/simulator/channels/${channelId}/messages`, 'from', { from: phone, content: 'Oi' }],
  ] as const) {
    const { status, body: refused } = await api.post(path, body);
    const errors = [{ field: `body.${field}`, code: 'invalid_phone', message: lost }];
    expect([path, status, refused.errors]).toEqual([path, 400, errors]);
  }
});
