import { describe, expect, test } from 'vitest';
import { eventKinds } from '../server/areas/events.ts';
import {
  alternatives,
  answersAt,
  bodySchema,
  described,
  describedAt,
  implemented,
  isNullable,
  routeOf,
  type Schema,
  type SpecifiedField,
  type SpecifiedOperation,
  specified,
} from './support/contract/contract.ts';

/** Body fields that the specification does not list, by operation. None of them may be required. */
const extensionFields: Record<string, string[]> = {
  'PATCH /api/conversations/{id}': ['stageId'],
  'POST /api/conversations/new': ['contactId', 'request'],
  'POST /api/conversations/{id}/messages': ['request'],
  'POST /api/contacts/import': ['columns'],
  'PATCH /api/media-library/{id}': ['tags'],
  'POST /api/orders': ['contactId'],
  'PATCH /api/orders/{id}': ['clientPhone', 'contactId'],
  'POST /api/appointments': ['contactId'],
  'POST /api/leads': ['contactId'],
  'POST /api/crm/cards': ['contactId'],
  'POST /api/quick-replies': ['group', 'fileIds'],
  'POST /api/marketing-campaigns': ['mediaUrl'],
  'PUT /api/marketing-campaigns/{id}': ['mediaUrl'],
  'POST /api/marketing-campaigns/audience/contacts': ['filter'],
};

/** Required fields in whose place `contactId` names a customer who hides the number. */
const replaceableFields: Record<string, string[]> = {
  'POST /api/conversations/new': ['phoneNumber'],
  'POST /api/orders': ['clientPhone'],
  'POST /api/leads': ['phone'],
};

/** Values accepted besides the specified ones (contract, "Names"). */
const extensionValues = ['QR_PROVIDER'];

const specifiedRoutes = new Set(specified.map(routeOf));

test('the program has exactly the specified operations, except those listed as not implemented', async () => {
  const missing = [...specifiedRoutes].filter((route) => !implemented.has(route)).sort();
  await expect(
    `${JSON.stringify(missing, null, 2)}\n`,
    'The list is out of date. What is implemented now is taken off by: npx vitest run test/contract.test.ts -u',
  ).toMatchFileSnapshot('spec/not-implemented.json');
});

test('exactly the operations beyond the specification are marked as extensions', () => {
  const marked = described.filter(({ operation }) => operation['x-extension']).map(({ route }) => route);
  const foreign = described.filter(({ route }) => !specifiedRoutes.has(route)).map(({ route }) => route);
  expect(marked).toEqual(foreign);
});

describe('agrees with the specification', () => {
  const present = specified.filter((operation) => implemented.has(routeOf(operation)));
  test.each(present.map((operation) => [routeOf(operation), operation] as const))('%s', (route, operation) => {
    const actual = describedAt(route);
    const parameters = actual.parameters ?? [];
    const queryFaults = operation.query.flatMap(({ name, required }) => {
      const parameter = parameters.find((entry) => entry.in === 'query' && entry.name === name);
      if (!parameter) return [`query ${name} is missing`];
      return (parameter.required ?? false) === required ? [] : [`query ${name} is required: ${!required}`];
    });
    const statusFaults = operation.responses
      .filter((status) => !(status in actual.responses))
      .map((status) => `the status ${status} is not documented`);
    const isUpload = actual.requestBody?.content['multipart/form-data'] !== undefined;
    const uploadFaults = isUpload === (operation.upload ?? false) ? [] : [`is an upload: ${isUpload}`];
    const scopeFaults = actual['x-scope'] === operation.scope ? [] : [`its scope is ${actual['x-scope']}`];
    expect([...scopeFaults, ...queryFaults, ...uploadFaults, ...statusFaults, ...bodyFaults(route, operation)]).toEqual(
      [],
    );
  });
});

/** Exceptions of the contract from its rule. */
const ownReferenceStatus: Record<string, number> = { 'PUT /api/ai-agents/{id}/knowledge-bases': 422 };

test('an unknown reference is rejected with 404 where specified, else 422, else 400', () => {
  const wanted = specified.flatMap((operation) => {
    const route = routeOf(operation);
    if (!implemented.get(route)?.errors?.includes('unknown_reference')) return [];
    const listed = [404, 422].find((status) => operation.responses.includes(status)) ?? 400;
    return [[route, [String(ownReferenceStatus[route] ?? listed)]]];
  });
  const told = wanted.map(([route]) => {
    const answers = Object.entries(answersAt(String(route)));
    return [
      route,
      answers.filter(([, { description }]) => description.includes('`unknown_reference`')).map(([at]) => at),
    ];
  });
  expect(told).toEqual(wanted);
  expect(told.length).toBeGreaterThan(30);
});

function bodyFaults(route: string, { body }: SpecifiedOperation): string[] {
  if (typeof body === 'string') return [];
  const fields = body ?? [];
  const schema = bodySchema(describedAt(route));
  if (!schema) return fields.length > 0 ? ['it takes no body'] : [];
  const properties = schema.properties ?? {};
  const required = schema.required ?? [];
  const known = new Set([...fields.map((field) => field.name), ...(extensionFields[route] ?? [])]);
  return [
    ...(schema.type === 'object' && schema.additionalProperties === false ? [] : ['the body is no strict object']),
    ...Object.keys(properties)
      .filter((name) => !known.has(name))
      .map((name) => `body.${name} is not in the specification`),
    ...required
      .filter((name) => !fields.some((field) => field.name === name && field.required))
      .map((name) => `body.${name} is required`),
    ...fields
      .filter((field) => field.required && !required.includes(field.name))
      .filter((field) => !replaceableFields[route]?.includes(field.name))
      .map((field) => `body.${field.name} is not required`),
    ...fields.flatMap((field) => {
      const property = properties[field.name];
      const faults = property ? fieldFaults(field, property) : ['is missing'];
      return faults.map((fault) => `body.${field.name} ${fault}`);
    }),
  ];
}

function fieldFaults(field: SpecifiedField, schema: Schema): string[] {
  const options = alternatives(schema);
  const faults = typeFaults(field.type, options);
  const isNullByExtension = schema['x-extension'] === 'null';
  if (isNullable(schema) !== (field.nullable ?? isNullByExtension)) faults.push(`is nullable: ${isNullable(schema)}`);
  const bounds = {
    minLength: field.minLength,
    maxLength: field.maxLength,
    minimum: field.min,
    maximum: field.max,
    minItems: field.minItems,
    maxItems: field.maxItems,
  };
  for (const [keyword, value] of Object.entries(bounds)) {
    const actual = options.map((option) => option[keyword as keyof typeof bounds]);
    if (value !== undefined && actual.some((bound) => bound !== value)) {
      faults.push(`has ${keyword} ${actual} instead of ${value}`);
    }
  }
  if (field.enum) faults.push(...enumFaults(field.enum, options));
  return faults;
}

function typeFaults(type: string, options: Schema[]): string[] {
  if (type === 'any') return [];
  if (type === 'event[]') {
    const items = options.flatMap((option) => alternatives(option.items ?? {}));
    return [...typeFaults('string[]', options), ...enumFaults([...eventKinds], items)];
  }
  if (type.endsWith('[]')) {
    const itemTypes = type.replaceAll(/[()[\]]/g, '').split('|');
    const items = options.flatMap((option) => alternatives(option.items ?? {}));
    return [...typeFaults('array', options), ...sameSet('item types', itemTypes, typesOf(items))];
  }
  return sameSet('types', [type], typesOf(options));
}

const typesOf = (options: Schema[]): string[] => options.map((option) => String(option.type));

function enumFaults(expected: string[], options: Schema[]): string[] {
  const values = options.flatMap((option) => option.enum ?? [option.const]);
  return sameSet(
    'values',
    expected,
    values.map(String).filter((value) => !extensionValues.includes(value)),
  );
}

const isSame = (a: string[], b: string[]): boolean => isSubset(a, b) && isSubset(b, a);
const isSubset = (a: string[], b: string[]): boolean => a.every((entry) => b.includes(entry));

function sameSet(what: string, expected: string[], actual: string[]): string[] {
  return isSame(expected, actual) ? [] : [`has the ${what} ${actual.join(', ')} instead of ${expected.join(', ')}`];
}
