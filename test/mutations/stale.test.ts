import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutations } from './mutations.ts';

const root = join(import.meta.dirname, '../..');

test('every mutation finds the line of its guard once, and its suite', () => {
  const stale = mutations.filter(({ file, find, suite }) => {
    if (!existsSync(join(root, file)) || !existsSync(join(root, suite))) return true;
    return readFileSync(join(root, file), 'utf8').split(find).length !== 2;
  });
  expect(stale.map(({ guard, file }) => `${file}: ${guard}`)).toEqual([]);
});
