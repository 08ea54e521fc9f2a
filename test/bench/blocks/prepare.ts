import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { dearestReads } from '../../support/contract/dearest.ts';
import { startApp } from '../../support/server/app.ts';
import { fillTables } from '../../support/shop/fill-tables.ts';
import { makeOneOfEverything } from '../../support/shop/one-of-everything.ts';

/** The data folder to create, and the file for its key and requests. The tests' helpers create the shop's contents. */
const { BLOCKS_HOME: home = '', BLOCKS_FILE: file = '' } = process.env;

test('a shop has 50,000 rows in every growing table', async () => {
  const shop = await startApp({ home });
  const everything = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987650001');
  fillTables(databaseFile(home), shop.workspace.id, 50_000);
  const { body } = await shop.api.get(`/api/contacts/${encodeURIComponent(everything.phone)}`);
  const reads = dearestReads({ ...everything, contact: body.id });
  writeFileSync(file, JSON.stringify({ key: shop.api.key, everything, reads }));
});
