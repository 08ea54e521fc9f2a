import { parse } from 'csv-parse/sync';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { openWorkspace } from '../support/server/app.ts';

/** How each library reads a CSV file into records, with the options that its manual gives for a file with a heading. */
const libraries: Record<string, (text: string) => Record<string, string>[]> = {
  papaparse: (text) => {
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(errors).toEqual([]);
    return data;
  },
  'csv-parse': (text) => parse(text, { columns: true, bom: true }),
};

/** Names that a CSV file must quote, and ones that a spreadsheet would run or change. */
const names = [
  ...['Maria José', 'José "Zé", filho', "O'Neil", 'a;b\tc', 'Zé\nda Silva', '王小明', 'Ana 💈', '007', ' 1,5'],
  ...['=1+1', '-2', '@SUM(A1)', '+1+1', "'=1"],
];
const phoneOf = (index: number): string => `+55119${88_880_000 + index}`;

test.each(Object.entries(libraries))(
  '%s reads exported contacts as the API tells them, phone numbers in E.164, and importing them again changes nothing',
  async (_name, read) => {
    const { api, otherWorkspace } = await openWorkspace();
    for (const [index, name] of names.entries()) {
      const made = await api.post('/api/contacts', { phone: phoneOf(index), name, email: `ana+${index}@example.com` });
      expect(made.status).toBe(201);
    }
    const { data } = (await api.get('/api/contacts?limit=100')).body;
    const { body: csv } = await api.get('/api/contacts/export?acknowledged=true');
    const rows = read(csv);
    expect(rows.map(({ phone, email, createdAt }) => ({ phone, email, createdAt }))).toEqual(
      data.map(({ phone, email, createdAt }: Record<string, string>) => ({ phone, email, createdAt })),
    );
    // An apostrophe keeps a spreadsheet from running a text; the import removes it.
    const isFormula = (name: string) => /^'*[=+\-@]/.test(name) && !/^[+-]\d+$/.test(name);
    const written = data.map(({ name }: { name: string }) => (isFormula(name) ? `'${name}` : name));
    expect(rows.map(({ name }) => name)).toEqual(written);

    const again = await api.post('/api/contacts/import', { csv });
    expect(again.body).toMatchObject({ created: 0, updated: 0, errorCount: 0 });
    const other = await otherWorkspace();
    expect((await other.post('/api/contacts/import', { csv })).body).toMatchObject({ created: names.length });
    expect(
      (await other.get('/api/contacts?limit=100')).body.data.map(({ name }: { name: string }) => name).toSorted(),
    ).toEqual(data.map(({ name }: { name: string }) => name).toSorted());
  },
);
