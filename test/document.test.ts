import { describe, expect, test } from 'vitest';
import {
  answersAt,
  type DescribedOperation,
  described,
  describedAt,
  document,
  implemented,
  resolve,
  type Schema,
} from './support/contract/contract.ts';

interface Place {
  at: string;
  schema: Schema;
}

/** Every schema of the document. */
const places: Place[] = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [...placesIn(name, schema)]),
  ...described.flatMap(({ route, operation }) => placesOf(route, operation)),
  ...Object.entries(document.webhooks).flatMap(([kind, { post }]) => placesOf(kind, post)),
];

function placesOf(route: string, { parameters = [], requestBody, responses }: DescribedOperation): Place[] {
  const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.entries(part?.content ?? {}));
  return [...parameters.map(({ name, schema }) => [name, { schema }] as const), ...contents].flatMap(
    ([name, { schema }]) => [...placesIn(`${route} ${name}`, schema ?? {})],
  );
}

function* placesIn(at: string, schema: Schema): Generator<Place> {
  yield { at, schema };
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema;
  for (const [name, property] of Object.entries(properties)) yield* placesIn(`${at}.${name}`, property);
  for (const part of [items, additionalProperties]) if (typeof part === 'object') yield* placesIn(`${at}[]`, part);
  for (const part of [...anyOf, ...oneOf, ...allOf, ...prefixItems]) yield* placesIn(at, part);
}

describe('the OpenAPI document', () => {
  test('has version 3.1 and names each operation once', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    const ids = described.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids).toHaveLength(implemented.size);
  });

  test('contains the target of every reference', () => {
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string);
    const components = document.components as unknown as Record<string, Record<string, unknown>>;
    const dangling = names.filter((name) => {
      const [, kind = '', id = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(name) ?? [];
      return components[kind]?.[id] === undefined;
    });
    expect(dangling).toEqual([]);
  });

  test('names every body and every JSON answer, so that generated clients can', () => {
    const schemas = described.flatMap(({ route, operation }) => {
      return [operation.requestBody, ...Object.values(answersAt(route))].flatMap((part) =>
        Object.entries(part?.content ?? {})
          .filter(([type]) => !type.startsWith('text/') && !type.includes('octet'))
          .map(([, { schema }]) => ({ route, schema })),
      );
    });
    expect(schemas.length).toBeGreaterThan(300);
    expect(schemas.filter(({ schema }) => schema.$ref === undefined).map(({ route }) => route)).toEqual([]);
  });

  test('names the states and kinds that several shapes share', () => {
    const { Order, CreateOrderBody } = document.components.schemas;
    for (const schema of [Order?.properties?.paymentStatus, CreateOrderBody?.properties?.paymentStatus])
      expect(schema?.$ref).toBe('#/components/schemas/PaymentStatus');
    for (const name of [
      'OrderStatus',
      'AppointmentStatus',
      'ConversationStatus',
      'MessageType',
      'EventKind',
      'FlowRunState',
    ])
      expect(document.components.schemas[name]?.enum, name).toBeDefined();
  });

  test('describes every property, or the component that stands there', () => {
    const properties = places.flatMap(({ at, schema }) =>
      Object.entries(schema.properties ?? {}).map(([name, property]) => ({ at: `${at}.${name}`, property })),
    );
    expect(properties.length).toBeGreaterThan(2_000);
    const wanting = properties.filter(({ property }) => !(property.description ?? resolve(property).description));
    expect(wanting.map(({ at }) => at)).toEqual([]);
  });

  test('names a list of values instead of repeating it', () => {
    const lists = Map.groupBy(
      places.filter(({ schema }) => (schema.enum ?? []).length > 1),
      ({ schema }) => JSON.stringify(schema.enum?.toSorted()),
    );
    const isNamed = ({ at }: Place) => at in document.components.schemas;
    const repeated = [...lists.values()].filter((same) => same.length > 1 && !same.every(isNamed));
    expect(repeated.map((same) => same.map(({ at }) => at))).toEqual([]);
  });

  test('has no component that nobody has named', () => {
    expect(Object.keys(document.components.schemas).filter((name) => name.startsWith('__'))).toEqual([]);
  });

  test('describes every parameter, operation, tag and answer', () => {
    const wanting = described.flatMap(({ route, operation }) => {
      const parameters = (operation.parameters ?? []).filter(
        (parameter) => !('$ref' in parameter) && !('description' in parameter),
      );
      const answers = Object.entries(answersAt(route)).filter(([, { description }]) => !description);
      return [
        ...parameters.map(({ name }) => `${route} ${name}`),
        ...answers.map(([status]) => `${route} ${status}`),
        ...(operation.description ? [] : [route]),
      ];
    });
    const tags = document.tags.filter(({ description }) => !description).map(({ name }) => name);
    expect([...wanting, ...tags]).toEqual([]);
  });

  test('says which requests can be repeated and which are conditional', () => {
    const refs = (route: string) => JSON.stringify(describedAt(route).parameters);
    expect(refs('POST /api/orders')).toContain('parameters/IdempotencyKey');
    expect(refs('PATCH /api/orders/{id}')).toContain('parameters/IfMatch');
    expect(refs('GET /api/orders/{id}')).toContain('parameters/IfNoneMatch');
    expect(refs('GET /api/orders')).not.toContain('parameters/If');
    expect(Object.keys(describedAt('GET /api/orders/{id}').responses)).toContain('304');
  });

  test('keeps answers open to new fields and bodies closed to unknown ones, without bounds that say nothing', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(document.components.schemas.Order).not.toHaveProperty('additionalProperties');
    expect(document.components.schemas.CreateOrderBody?.additionalProperties).toBe(false);
  });

  test('declares every path parameter as required, and no other', () => {
    const wrong = described.filter(({ path, operation }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
      const declared = (operation.parameters ?? []).filter((entry) => entry.in === 'path' && entry.required);
      return (
        named.toSorted().join() !==
        declared
          .map(({ name }) => name)
          .toSorted()
          .join()
      );
    });
    expect(wrong.map(({ route }) => route)).toEqual([]);
  });

  test('gives every operation a summary, a known tag and a success response', () => {
    const headings = document.tags.map((tag) => tag.name);
    const wanting = described.filter(({ operation }) => {
      const succeeds = Object.keys(operation.responses).some((status) => status.startsWith('2'));
      return !operation.summary || !operation.tags.every((tag) => headings.includes(tag)) || !succeeds;
    });
    expect(wanting.map(({ route }) => route)).toEqual([]);
  });
});
