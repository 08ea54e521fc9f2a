import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../build/client/generated-files.ts';
import { Frontdesk } from '../../build/client/package/index.ts';
import { areas } from '../../server/areas/index.ts';

const files = generatedFiles();
const textOf = (name: string) => [...files].find(([file]) => file.endsWith(name))?.[1] ?? '';

test('the models, operations and methods of the client are those of the API (npm run models writes them)', () => {
  for (const [file, text] of files) expect(readFileSync(file, 'utf8'), file).toBe(text);
});

test('the client has a method for every operation of the API', () => {
  const frontdesk = new Frontdesk({ url: 'http://127.0.0.1', key: 'fd_test' });
  const ids = areas.flatMap(({ operations = {} }) => Object.keys(operations));
  expect(ids.length).toBeGreaterThan(200);
  expect(ids.filter((id) => typeof frontdesk[id as keyof Frontdesk] !== 'function')).toEqual([]);
});

test('no field has a shape or an enum without a name', () => {
  const fields = textOf('models.ts')
    .split('\n')
    .filter((line) => /^ {2}\S+\??: /.test(line));
  expect(fields.length).toBeGreaterThan(2_000);
  // A single word tells members of a union apart; two are an enum.
  expect(fields.filter((line) => /: .*(\{|'[^']+' \| ')/.test(line))).toEqual([]);
});
