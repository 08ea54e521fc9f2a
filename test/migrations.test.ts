import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readColumns } from '../migrations/read-columns.ts';
import { readSchema } from '../migrations/read-schema.ts';

test('columns.ts matches the migrations (npm run schema writes it)', () => {
  const written = readFileSync(new URL('../server/platform/database/columns.ts', import.meta.url), 'utf8');
  expect(written).toBe(readColumns());
});

test('schema.sql matches the migrations (npm run schema writes it)', () => {
  const written = readFileSync(new URL('../migrations/schema.sql', import.meta.url), 'utf8');
  expect(written).toBe(readSchema());
});

/** What belongs to the installation, and what the far side of a channel remembers: its channel carries the workspace. */
const withoutWorkspace = [
  'login_links',
  'message_media',
  'platform_catalog_sync_items',
  'qr_auth',
  'qr_journal',
  'qr_sends',
  'schedules',
  'settings',
  'simulator_catalog_links',
  'simulator_messages',
  'simulator_pairings',
  'simulator_phones',
  'simulator_products',
  'simulator_templates',
  'subscriber_cursors',
  'suspect_work',
  'workspaces',
];

test('every table of a workspace carries its id', () => {
  const tables = [...readSchema().matchAll(/^create table (\w+) \(([^;]*)\)/gims)];
  const without = tables.filter(([, , columns]) => !columns?.includes('workspace_id')).map(([, name]) => name);
  expect(without.sort()).toEqual(withoutWorkspace);
});
