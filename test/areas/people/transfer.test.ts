import { expect, test } from 'vitest';
import { must } from '../flows/support.ts';
import { type Body, bia, hidden, joao, maria, openPeople } from './open-people.ts';

async function openTransfer() {
  const open = await openPeople();
  const { api, owner, read } = open;
  const load = async (csv: string): Promise<Body> => (await must(api.post('/api/contacts/import', { csv }))).body;
  const save = async (): Promise<string> => (await must(api.get('/api/contacts/export?acknowledged=true'))).body;
  const erase = async (...names: string[]) => {
    const ids = await Promise.all(names.map(async (name) => (await read(name)).id));
    await must(owner.post('/owner/contacts/delete', { ids }));
  };
  return { ...open, load, save, erase, nina: `lid:${hidden}` };
}

test('an export imports again without a change, also who hides the number', async () => {
  const { load, save, read, nina } = await openTransfer();
  const csv = await save();
  expect(await load(csv)).toMatchObject({ created: 0, updated: 0, skipped: 4, errorCount: 0 });
  const named = csv.replaceAll('"Nina"', '"Nina Souza"');
  expect(await load(named)).toMatchObject({ created: 0, updated: 1, errorCount: 0 });
  expect(await read(nina)).toMatchObject({ name: 'Nina Souza', phone: null });
});

test('an import of an export restores a deleted contact with all addresses, and opts nobody in', async () => {
  const { load, save, read, erase, merge, api, hiddenSays, nina } = await openTransfer();
  await merge(maria, joao);
  await must(api.patch(`/api/contacts/${(await read(nina)).id}`, { optedOut: true }));
  const csv = await save();
  await erase(maria, nina);
  expect(await load(csv)).toMatchObject({ created: 2, updated: 0, skipped: 1, errorCount: 0 });
  expect(await read(joao)).toMatchObject({ phone: maria, name: 'Maria', otherPhones: [joao], optedOut: false });
  expect(await read(nina)).toMatchObject({ phone: null, name: 'Nina', optedOut: true });
  await hiddenSays('Voltei');
  expect((await api.get('/api/contacts')).body.total).toBe(3);
});

test('a row names a contact by id, number or address, and one with none of them is refused with the reason', async () => {
  const { load, read, nina } = await openTransfer();
  const [one, other] = [await read(maria), await read(nina)];
  const result = await load(
    [
      'name,phone,contactId,addresses',
      `Por id,,${one.id},`,
      `Por endereço,,,lid:${hidden}`,
      'Ninguém,,,',
      'Sumiu,,ct_gone,',
      `Alheio,${joao},${other.id},`,
      'Fax,,,fax:123',
    ].join('\n'),
  );
  expect(result).toMatchObject({ created: 0, updated: 2, errorCount: 4 });
  expect(result.errors.map(({ line, column, code }: Body) => [line, column, code])).toEqual([
    [4, 'phone', 'required'],
    [5, 'contactId', 'unknown_contact'],
    [6, 'phone', 'not_of_contact'],
    [7, 'addresses', 'invalid_addresses'],
  ]);
  expect([(await read(maria)).name, (await read(nina)).name]).toEqual(['Por id', 'Por endereço']);
});

test('of rows for one contact the first counts: two numbers of it, its id and its number, both Argentine spellings', async () => {
  const { load, read, merge } = await openTransfer();
  await merge(maria, joao);
  const { id } = await read(bia);
  const result = await load(
    [
      'name,phone,contactId',
      `Primeira,${maria},`,
      `Segunda,${joao},`,
      `Terceira,,${id}`,
      `Quarta,${bia},`,
      'Quinta,+54 9 11 2345 6789,',
      'Sexta,+54 11 2345 6789,',
    ].join('\n'),
  );
  expect(result).toMatchObject({ created: 1, updated: 2, skipped: 3, errorCount: 0 });
  expect((await read(maria)).name).toBe('Primeira');
  expect((await read(bia)).name).toBe('Terceira');
  expect((await read('+5491123456789')).name).toBe('Quinta');
});

test('an import finds the kept contact by the id of a merged contact', async () => {
  const { load, save, merge, read, api } = await openTransfer();
  const csv = await save();
  await merge(maria, joao);
  expect(await load(csv)).toMatchObject({ created: 0, errorCount: 0 });
  expect((await api.get('/api/contacts')).body.total).toBe(3);
  expect((await read(joao)).id).toBe((await read(maria)).id);
});
