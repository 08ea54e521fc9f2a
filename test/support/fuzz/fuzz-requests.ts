import fc from 'fast-check';
import {
  bodySchema,
  type DescribedOperation,
  describedAt,
  implemented,
  implementedForOwner,
} from '../contract/contract.ts';
import { ownerKindOfField, ownerKindOfSegment } from '../contract/owner-references.ts';
import { kindOfField, kindOfSegment } from '../contract/references.ts';
import { sampleBody } from '../contract/sample-body.ts';
import { type IdsFor, junk, junkIds, valuesOf } from './fuzz-values.ts';

/** A request of a fuzzer, ready to send. */
export interface FuzzRequest {
  route: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** A JSON value, or the bytes of a named file; undefined for none. */
  body: { json: unknown } | { file: Uint8Array<ArrayBuffer>; name: string; field: string } | undefined;
}

/** The ids that a fuzzer knows, by kind of resource. */
export type KnownIds = Partial<Record<string, string[]>>;

/** Operations that the fuzzer does not call, each with the reason. */
export const notFuzzed: Record<string, string> = {
  'GET /api/events/stream': 'never ends; see test/areas/owner/session.test.ts',
  'PUT /api/channels/{id}/driver': 'goes out to a real messaging app; see test/areas/qr',
  'GET /owner/events/stream': 'never ends; see test/areas/owner/session.test.ts',
  'PATCH /owner/lan': 'listens on the network; see test/areas/owner/lan.test.ts',
};

/** Valid and broken requests of an operation. */
export function requestsOf(route: string, known: KnownIds): fc.Arbitrary<FuzzRequest> {
  const described = describedAt(route);
  const [method = '', pattern = ''] = route.split(' ');
  const query = queriesOf(described, idsFor(route, known));
  return fc
    .record({
      path: pathsOf(route, pattern, known),
      query,
      headers: headersOf(method),
      body: bodiesOf(route, described, idsFor(route, known)),
    })
    .map(({ path, query: parameters, headers, body }) => ({
      route,
      method,
      path: parameters ? `${path}?${parameters}` : path,
      headers,
      body,
    }));
}

const isOwners = (route: string): boolean => implementedForOwner.has(route);

const idsFor =
  (route: string, known: KnownIds): IdsFor =>
  (field) =>
    known[(isOwners(route) ? ownerKindOfField(route, field) : kindOfField(route, field)) ?? ''] ?? [];

function pathsOf(route: string, pattern: string, known: KnownIds): fc.Arbitrary<string> {
  const places = [...pattern.matchAll(/([\w-]+)\/\{(\w+)\}/g)];
  const values = places.map((match) => {
    const kindOf = isOwners(route) ? ownerKindOfSegment : kindOfSegment;
    const ids = known[kindOf(route, match[1] as string)] ?? [];
    const wrong = fc.constantFrom(...junkIds);
    return ids.length > 0 ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, wrong) : wrong;
  });
  return fc.tuple(...values).map((chosen) =>
    chosen.reduce((path, value) => {
      // A lone surrogate cannot be encoded in a URL.
      return path.replace(/\{\w+\}/, () => encodeURIComponent(value.toWellFormed()));
    }, pattern),
  );
}

function queriesOf(described: DescribedOperation, ids: IdsFor): fc.Arbitrary<string> {
  const parameters = (described.parameters ?? []).filter((entry) => entry.in === 'query');
  if (parameters.length === 0) return fc.constantFrom('', 'unknown=1');
  const required = parameters.filter((entry) => entry.required).map(({ name }) => name);
  const values = parameters.map(({ name, schema }) => {
    const good = valuesOf(schema, name, ids).map((value) => (Array.isArray(value) ? value.join(',') : String(value)));
    const wrong = junk.map((value) => (typeof value === 'string' ? value.slice(0, 2_000) : String(value)));
    return [name, fc.oneof({ weight: 4, arbitrary: good }, wrong)];
  });
  const complete = fc.record(Object.fromEntries(values), { requiredKeys: required as never[], noNullPrototype: true });
  return fc.tuple(complete, fc.boolean(), fc.integer({ min: 0, max: 9 })).map(([record, , dice]) => {
    const entries = Object.entries(record as Record<string, string>).map(([name, value]) => [
      name,
      value.toWellFormed(),
    ]);
    // Occasionally the same parameter twice.
    const again = dice === 0 ? entries.slice(0, 1) : [];
    return new URLSearchParams([...entries, ...again] as [string, string][]).toString();
  });
}

function headersOf(method: string): fc.Arbitrary<Record<string, string>> {
  const rarely = (arbitrary: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, arbitrary);
  return fc
    .record({
      'if-match': rarely(fc.constantFrom('*', '"x"', 'W/"x"', 'x', '"', '')),
      'if-none-match': rarely(fc.constantFrom('*', '"x"', '"x", "y"')),
      'idempotency-key': rarely(fc.constantFrom('a', 'b', 'c', '', 'x'.repeat(255), 'x'.repeat(256), '"a"', 'a b')),
      accept: rarely(fc.constantFrom('text/csv', '*/*', 'application/json', 'text/html')),
      'x-request-id': rarely(fc.constantFrom('short', 'a-plain-token', 'x'.repeat(65), 'with space inside')),
      'content-type': rarely(fc.constantFrom('text/plain', 'application/json; charset=latin1', 'application/xml', '')),
      'content-encoding': rarely(fc.constantFrom('gzip', 'br', 'nonsense', 'identity')),
    })
    .map((headers) => {
      const sent = Object.entries(headers).filter(([name, value]) => {
        const isOfBody = name.startsWith('content-');
        return value !== undefined && !(isOfBody && method === 'GET');
      });
      return Object.fromEntries(sent) as Record<string, string>;
    });
}

function bodiesOf(route: string, described: DescribedOperation, ids: IdsFor): fc.Arbitrary<FuzzRequest['body']> {
  if (route.startsWith('GET')) return fc.constant(undefined);
  const upload = (implemented.get(route) ?? implementedForOwner.get(route))?.upload;
  if (upload) return filesOf(upload.field);
  const schema = bodySchema(described);
  if (!schema) return fc.constantFrom(undefined, { json: {} }, { json: { a: 1 } });
  const good = valuesOf(schema, '', ids) as fc.Arbitrary<object>;
  const sample = fc.constant(sampleBody(route) as object);
  const broken = fc.tuple(fc.oneof(good, sample), junk, fc.nat()).map(([body, wrong, at]) => spoil(body, wrong, at));
  return fc
    .oneof(
      { weight: 4, arbitrary: good },
      { weight: 2, arbitrary: fc.tuple(sample, good).map(([base, more]) => mixed(base, more)) },
      { weight: 3, arbitrary: broken },
      { weight: 1, arbitrary: junk },
    )
    .map((json) => ({ json }));
}

const mixed = (base: object, more: unknown): object =>
  typeof more === 'object' && more !== null
    ? { ...base, ...Object.fromEntries(Object.entries(more).slice(0, 2)) }
    : base;

/** The body with one field, at any depth, in the wrong form. */
function spoil(body: unknown, wrong: unknown, at: number): unknown {
  const copy = structuredClone(body);
  let target = copy as Record<string, unknown>;
  for (let turn = at; ; turn = Math.floor(turn / 7) + 1) {
    const keys = Object.keys(target ?? {});
    if (keys.length === 0) return copy;
    const key = keys[turn % keys.length] as string;
    const inner = target[key];
    if (turn % 3 !== 0 && typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0) {
      target = inner as Record<string, unknown>;
      continue;
    }
    target[key] = wrong;
    return copy;
  }
}

const beginnings = [
  '%PDF-1.7\n',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'PK\x03\x04',
  'OggS',
  'GIF89a',
  'RIFF',
  'ID3',
  '',
];
const names = [
  'a.pdf',
  'a.png',
  'a.docx',
  'a.csv',
  'a.html',
  '../../x',
  'CON',
  'a\u202Efdp.exe',
  `${'n'.repeat(300)}.txt`,
  '',
];

function filesOf(field: string): fc.Arbitrary<FuzzRequest['body']> {
  return fc
    .record({
      beginning: fc.constantFrom(...beginnings),
      rest: fc.uint8Array({ maxLength: 400 }),
      name: fc.constantFrom(...names),
      field: fc.constantFrom(field, field, field, 'other'),
    })
    .map(({ beginning, rest, name, field: under }) => ({
      file: new Uint8Array([...Buffer.from(beginning, 'latin1'), ...rest]),
      name,
      field: under,
    }));
}
