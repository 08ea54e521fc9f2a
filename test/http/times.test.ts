import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayOf, dayRange } from '../../server/platform/text/days.ts';
import { DayOrTime, readMoment, readTimeIn } from '../../server/platform/text/times.ts';
import { bodySchema, described } from '../support/contract/contract.ts';
import { kindOfSegment } from '../support/contract/references.ts';
import { sampleBody, sampleQuery } from '../support/contract/sample-body.ts';
import { openWorkspace } from '../support/server/app.ts';
import { signIn } from '../support/server/console.ts';
import { makeOneOfEverything } from '../support/shop/one-of-everything.ts';

/** Texts with their meaning as a moment, a local time in São Paulo or a day; null for invalid texts. */
const moments: [string, string | null][] = [
  ['2026-11-27T10:00:00Z', '2026-11-27T10:00:00.000Z'],
  ['2026-11-27T10:00:00.5Z', '2026-11-27T10:00:00.500Z'],
  ['2026-11-27T10:00:00,5Z', '2026-11-27T10:00:00.500Z'],
  ['2026-11-27T10:00:00.123456789Z', '2026-11-27T10:00:00.123Z'],
  ['2026-11-27T10:00Z', '2026-11-27T10:00:00.000Z'],
  ['2026-11-27t10:00:00z', '2026-11-27T10:00:00.000Z'],
  ['2026-11-27 10:00:00Z', '2026-11-27T10:00:00.000Z'],
  ['2026-11-27T10:00:00+00:00', '2026-11-27T10:00:00.000Z'],
  ['2026-11-27T10:00:00-00:00', '2026-11-27T10:00:00.000Z'],
  ['2026-11-27T10:00:00-03:00', '2026-11-27T13:00:00.000Z'],
  ['2026-11-27T10:00:00-0300', '2026-11-27T13:00:00.000Z'],
  ['2026-11-27T10:00:00+14:00', '2026-11-26T20:00:00.000Z'],
  ['2026-11-27T10:00:00+23:59', '2026-11-26T10:01:00.000Z'],
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
  ['2026-11-27T23:59:60Z', '2026-11-27T23:59:59.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0000-01-01T00:00:00+12:00', '0000-01-01T00:00:00.000Z'],
  ['2026-11-27T10:00:00', '2026-11-27T13:00:00.000Z'],
  ['2026-11-27T10:00', '2026-11-27T13:00:00.000Z'],
  ['20261127T100000Z', null],
  ['2026-11-27T100000Z', null],
  ['2026-11-27T10Z', null],
  ['2026-11-27T10:00:00Z[UTC]', null],
  ['2026-11-27T10:00:00+01:00[Europe/Paris]', null],
  ['2026-11-27T10:00:00Z[u-ca=hebrew]', null],
  ['2026-11-27T24:00:00Z', null],
  ['2026-11-27T25:00:00Z', null],
  ['2026-11-27T10:60:00Z', null],
  ['2026-11-27T10:00:61Z', null],
  ['2026-11-27T10:00:00+24:00', null],
  ['2026-11-27T10:00:00+03', null],
  ['2026-11-27T10:00:00+03:00:30', null],
  ['2026-11-27T10:00:00 03:00', null],
  ['2026-11-27T10:00:00−03:00', null],
  ['2023-02-29T00:00:00Z', null],
  ['2026-11-31T00:00:00Z', null],
  ['2026-13-01T00:00:00Z', null],
  ['2026-00-10T00:00:00Z', null],
  ['+010000-01-01T00:00:00Z', null],
  ['+275760-09-13T00:00:01Z', null],
  ['-000001-01-01T00:00:00Z', null],
  ['-000000-01-01T00:00:00Z', null],
  ['10000-01-01T00:00:00Z', null],
  ['2026-W48-5T10:00:00Z', null],
  ['2026-331T10:00:00Z', null],
  ['1764237600', null],
  ['1764237600000', null],
  ['27/11/2026 10:00', null],
  ['Fri, 27 Nov 2026 10:00:00 GMT', null],
  ['now', null],
  ['today', null],
  ['null', null],
  ['NaN', null],
  [' 2026-11-27T10:00:00Z', null],
  ['2026-11-27T10:00:00Z ', null],
  ['２０２６-11-27T10:00:00Z', null],
  ['2026-11-27T10:00:00.Z', null],
  ['2026-11-27T10:00:00.1234567890Z', '2026-11-27T10:00:00.123Z'],
];
const days = ['2026-11-27', '9999-12-31', '0000-01-01', '2024-02-29', '2023-02-29', '2026-11', '20261127', '2026-331'];

test.each(moments)('%j is one moment everywhere, or none', (text, expected) => {
  const zone = 'America/Sao_Paulo';
  const isLocal = /^\d{4}-\d{2}-\d{2}T[\d:]+$/.test(text) && expected !== null;
  expect(readTimeIn(zone, text)).toBe(expected);
  expect(readMoment(text)).toBe(isLocal ? null : expected);
  expect(DayOrTime.safeParse(text).success).toBe(expected !== null && !isLocal);
  if (expected !== null && !isLocal) expect(dayRange(zone, text)).toEqual({ from: expected });
});

test('a range up to the last possible day contains everything, in every time zone', () => {
  for (const zone of ['UTC', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'Etc/GMT+12']) {
    const { from = '', to = '' } = dayRange(zone, '0000-01-01', '9999-12-31');
    expect([from < '2026-11-27T10:00:00.000Z', to > '2026-11-27T10:00:00.000Z']).toEqual([true, true]);
    expect(dayOf(zone, '9999-12-31T23:59:59.999Z')).toMatch(/^9999-12-31$/);
    expect(dayOf(zone, '0000-01-01T00:00:00.000Z')).toMatch(/^\d{4}-/);
  }
});

const isTime = (part: object): boolean => /ISO 8601|YYYY-MM-DD|"date-time"/.test(JSON.stringify(part));

test('every operation that takes a time answers any text with a result or 400, never with 500', async () => {
  const shop = await openWorkspace();
  const everything = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987654321');
  const owner = await signIn(shop);
  const texts = [...moments.map(([text]) => text), ...days];
  const asked: string[] = [];
  const faults: string[] = [];
  const send = async (caller: typeof shop.api | typeof owner, method: string, path: string, body?: object) => {
    const { status } = await caller.call(method, path, body);
    if (status >= 500) faults.push(`${method} ${path} ${JSON.stringify(body ?? null)}: ${status}`);
  };
  for (const { route, operation } of described) {
    const [method = '', pattern = ''] = route.split(' ');
    if (!pattern.startsWith('/api/') || pattern.endsWith('/stream')) continue;
    const path = pattern.replaceAll(/([^/]+)\/\{\w+\}/g, (_whole, segment: string) => {
      return `${segment}/${encodeURIComponent(everything[kindOfSegment(route, segment)])}`;
    });
    const names = (operation.parameters ?? [])
      .filter((entry) => entry.in === 'query' && isTime(entry))
      .map(({ name }) => name);
    for (const name of names) {
      asked.push(`${route} ${name}`);
      for (const text of texts) {
        const query = new URLSearchParams(sampleQuery(route));
        query.set(name, text);
        if (pattern.endsWith('/reports')) query.set('pipelineId', everything.pipeline);
        await send(shop.api, method, `${path}?${query}`);
      }
    }
    const schema = bodySchema(operation);
    for (const [name, property] of Object.entries(schema?.properties ?? {})) {
      if (method === 'DELETE' || !isTime(property)) continue;
      asked.push(`${route} body.${name}`);
      for (const text of texts) await send(shop.api, method, path, { ...sampleBody(route), [name]: text });
    }
  }
  for (const text of texts) {
    await send(owner, 'GET', `/owner/calendar?from=${encodeURIComponent(text)}&days=7`);
    await send(owner, 'POST', '/owner/keys', { name: 'x', scopes: ['orders.read'], expiresAt: text });
  }
  expect(faults).toEqual([]);
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.filter((one) => one.includes('/api/crm/reports'))).toHaveLength(2);
});

/** Files that read times stored or computed by the program itself, or compose dates from numbers. */
const ownTimes = [
  /^server\/areas\/(agents\/(configuration\/business-hours|published)|alerts\/|demo\/|replies\/)/,
  /^server\/areas\/appointments\/(free-slots|calendar\/read-calendar)\.ts$/,
  /^server\/areas\/campaigns\/sending\/sending-hours\.ts$/,
  /^server\/areas\/crm\/report-range\.ts$/,
  /^server\/areas\/flows\/steps\/(build-view|parse-answer|parse-moment)\.ts$/,
  /^server\/areas\/integrations\/connectors\/spreadsheet\/cells\.ts$/,
  /^server\/areas\/integrations\/connectors\/calendar\/appointment-event\.ts$/,
  /^server\/cli\/listen\/open-stream\.ts$/,
  /^server\/areas\/(orders\/read-overview|owner\/today\/read-figures)\.ts$/,
  /^server\/platform\/text\/days\.ts$/,
  /^server\/shell-protocol\.ts$/,
  /^server\/platform\/backup\/(backup-format|restore-state)\.ts$/,
];

test('only times.ts reads a time of a caller', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => file !== 'server/platform/text/times.ts');
  const readsTime = /Temporal\.\w+\.from\(|z\.(iso\.)?(datetime|date)\(|z\.coerce\.date/;
  const isEdge = (file: string) => /schemas\.ts$|operations\.ts$|^server\/cli\/([^/]+|listen\/listen)\.ts$/.test(file);
  const parsesDate = /Date\.parse\((?!now\b)|new Date\((?!\)|Date\.parse\(now\b)/;
  const found = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const isOwn = ownTimes.some((pattern) => pattern.test(file));
    return (readsTime.test(text) && !isOwn) || (isEdge(file) && parsesDate.test(text));
  });
  expect(found).toEqual([]);
});
