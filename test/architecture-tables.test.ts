import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('server/**/*.ts', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

/** The area of a file; `platform` or `http` below the areas. */
const roomOf = (file: string): string => /^server\/areas\/([\w-]+)\//.exec(file)?.[1] ?? (file.split('/')[1] as string);

/** A table belongs to the room that declares its columns. */
const owners = new Map<string, string>();
for (const { file, text } of files) {
  for (const [, tables = ''] of text.matchAll(/interface Tables \{\n([\s\S]*?)\n {2}\}/g)) {
    for (const [, table = ''] of tables.matchAll(/^ {4}(\w+):/gm)) owners.set(table, roomOf(file));
  }
}

/** Tables of other rooms that a room may query, each because one query has to filter or sort by both. */
const allowedReads: Record<string, string[]> = {
  // The channels area is below this one and cannot count its own rows of an agent.
  agents: ['channels'],
  // The orders that followed a campaign are its recipients' orders, each after their own message. The list of
  // recipients shows and finds the numbers of contacts.
  campaigns: ['contacts', 'orders'],
  // The list of contacts is filtered and sorted by their conversations.
  contacts: ['contacts', 'conversations'],
  // The board of cards is filtered by the unread messages of their conversations.
  crm: ['conversations'],
  // Lists of conversations show the name of the contact and the state of the channel.
  inbox: ['contacts', 'channels'],
  // Whether a channel is due for a sync depends on its state and its templates.
  templates: ['channels'],
  // Events that the client recorded and the channels have not stored yet.
  qr: ['provider_events'],
  // The event log is a list with filters and pages.
  developers: ['events'],
};

interface Touch {
  file: string;
  table: string;
  writes: boolean;
}

function findTouches(file: string, text: string): Touch[] {
  const touch = (table: string | undefined, writes: boolean): Touch => ({ file, table: table as string, writes });
  return [
    ...[...text.matchAll(/\.(?:selectFrom|innerJoin|leftJoin)\(\s*'(\w+)/g)].map(([, table]) => touch(table, false)),
    ...[...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g)].map(([, table]) => touch(table, true)),
    ...[...text.matchAll(/\bfindRow(?:By)?\(\s*[\w.]+,\s*'(\w+)/g)].map(([, table]) => touch(table, false)),
    ...[...text.matchAll(/\b(?:insertRow|updateRow(?:s|IfAny)?|deleteRows?)\(\s*[\w.]+,\s*'(\w+)/g)].map(([, table]) =>
      touch(table, true),
    ),
    ...[...text.matchAll(/\brows\.(?:move|note|change|remove)\('(\w+)/g)].map(([, table]) => touch(table, true)),
    // Rows that refer to an agent are counted, and moved or deleted where `true` stands for that.
    ...[...text.matchAll(/kind: '\w+',\s*table: '(\w+)'([^{}]*)/g)].map(([, table, how = '']) =>
      touch(table, how.includes(': true')),
    ),
    ...[...text.matchAll(/\b(?:from|join) ([a-z_]+)/g)].map(([, table]) => touch(table, false)),
    ...[...text.matchAll(/\b(?:update|insert into|delete from) ([a-z_]+)/g)].map(([, table]) => touch(table, true)),
  ].filter(({ table }) => owners.has(table) && owners.get(table) !== roomOf(file));
}

const touches = files.flatMap(({ file, text }) => findTouches(file, text));

test('every table has one owner', () => {
  const created = [...readFileSync(join(root, 'migrations/schema.sql'), 'utf8').matchAll(/^CREATE TABLE (\w+) \(/gm)];
  const tables = created.map(([, table]) => table as string);
  expect(tables.length).toBeGreaterThan(50);
  expect(tables.filter((table) => !owners.has(table))).toEqual([]);
});

test('only the owner of a table writes to it', () => {
  expect(touches.filter(({ writes }) => writes).map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
});

test('a query reads tables of other rooms only for a stated reason', () => {
  const reads = touches.filter(({ file, table, writes }) => !writes && !allowedReads[roomOf(file)]?.includes(table));
  expect(reads.map(({ file, table }) => `${file} reads ${table}`)).toEqual([]);
});

test('every stated reason is needed', () => {
  const given = Object.entries(allowedReads).flatMap(([room, tables]) =>
    tables.map((table) => `${room} reads ${table}`),
  );
  const used = new Set(touches.map(({ file, table }) => `${roomOf(file)} reads ${table}`));
  expect(given.filter((reason) => !used.has(reason))).toEqual([]);
});
