import { expect, test } from 'vitest';
import { problemCodes } from '../../server/http/openapi/problems.ts';
import { type ProblemCode, problems } from '../../server/platform/problem.ts';
import { answersAt, describedAt, document, implemented, type MediaType } from '../support/contract/contract.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { findUntoldBody } from '../support/fuzz/answer-schemas.ts';
import { Client } from '../support/server/app.ts';
import { startServerProcess } from '../support/server/processes.ts';

/** What to do when a test fails. */
const remedy = 'The examples are out of date: `npm run examples` records them again.';

const routes = [...implemented.keys()];
const jsonBody = (route: string) => describedAt(route).requestBody?.content['application/json'];

/** The contents of the successes of an operation, by status and type. */
const successes = (route: string): [string, MediaType][] =>
  Object.entries(answersAt(route))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, media]): [string, MediaType] => [`${route} ${status} ${type}`, media]),
    );

test('every JSON body and every answer of a success has an example', () => {
  const bodies = routes.filter((route) => jsonBody(route) && jsonBody(route)?.example === undefined);
  const answers = routes.flatMap(successes).filter(([, media]) => media.example === undefined);
  expect([...bodies, ...answers.map(([name]) => name)], remedy).toEqual([]);
});

test('every example of a body is accepted, by its schema in the document and by the server', () => {
  const faults = routes.flatMap((route) => {
    const body = jsonBody(route);
    if (!body) return [];
    const refused = implemented.get(route)?.body?.safeParse(body.example).error?.issues ?? [];
    return [findUntoldBody(body.schema, body.example), ...refused.map(({ message, path }) => `${path}: ${message}`)]
      .filter((fault) => fault !== null)
      .map((fault) => `${route}: ${fault}`);
  });
  expect(faults, remedy).toEqual([]);
});

test('every example of an answer is what the document describes, without fields that it does not name', () => {
  const faults = routes.flatMap(successes).flatMap(([name, { schema, example }]) => {
    const fault = findUntoldBody(schema, example);
    return fault ? [`${name}: ${fault}`] : [];
  });
  expect(faults, remedy).toEqual([]);
});

test('every example of a parameter is what the document describes, and each in a path has one', () => {
  const faults = routes.flatMap((route) =>
    (describedAt(route).parameters ?? []).flatMap(({ in: place, name, schema, example }) => {
      if (example === undefined) return place === 'path' ? [`${route} ${name}: no example`] : [];
      const fault = findUntoldBody(schema, example);
      return fault ? [`${route} ${name}: ${fault}`] : [];
    }),
  );
  expect(faults, remedy).toEqual([]);
});

test('the resource in an answer is one of those in the path', () => {
  const others = routes.flatMap((route) => {
    const { id } = (successes(route)[0]?.[1].example ?? {}) as { id?: unknown };
    const named = (describedAt(route).parameters ?? [])
      .filter((parameter) => parameter.in === 'path')
      .map(({ example }) => String(example));
    const kindOf = (name: string) => name.split('_')[0];
    const isOfKind = typeof id === 'string' && named.map(kindOf).includes(kindOf(id));
    return isOfKind && !named.includes(id) && !route.endsWith('/duplicate') ? [route] : [];
  });
  expect(others, remedy).toEqual([]);
});

test('every problem of every operation has an example with its code and status', () => {
  const shown = document.components.examples;
  const faults = routes.flatMap((route) => {
    const spec = implemented.get(route);
    if (!spec) return [];
    return problemCodes(spec).flatMap((code: ProblemCode) => {
      const status = spec.statuses?.[code] ?? problems[code][0];
      const { schema, examples = {} } = answersAt(route)[status]?.content?.['application/problem+json'] ?? {};
      const found = Object.values(examples)
        .map(({ $ref }) => shown[$ref.split('/').at(-1) ?? '']?.value)
        .find((value) => value?.code === code);
      if (found?.status !== status) return [`${route} ${status} ${code}`];
      const fault = findUntoldBody(schema, found);
      return fault ? [`${route} ${status} ${code}: ${fault}`] : [];
    });
  });
  expect([...new Set(faults)], remedy).toEqual([]);
});

test('every webhook shows an event as its schema describes it', () => {
  const faults = Object.entries(document.webhooks).flatMap(([kind, { post }]) => {
    const { schema, example } = post.requestBody?.content['application/json'] ?? {};
    const fault = findUntoldBody(schema, example);
    return fault ? [`${kind}: ${fault}`] : [];
  });
  expect(Object.keys(document.webhooks).length).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

test('every example in a schema is what the schema describes', () => {
  const faults = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    ((schema as { examples?: unknown[] }).examples ?? []).flatMap((example) => {
      const fault = findUntoldBody({ $ref: `#/components/schemas/${name}` }, example);
      return fault ? [`${name}: ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

test('the examples are of a shop, not of a test, and show no key', () => {
  const shown = routes.flatMap((route) => [
    jsonBody(route)?.example,
    ...successes(route).map(([, { example }]) => example),
  ]);
  const text = JSON.stringify([shown, document.components.examples]);
  expect(text.match(/(?<!"type"):"(?:string|test|foo|bar|sample|x+)"/gi)).toBeNull();
  expect(text.match(/127\.0\.0\.1:(?!7420\b|9\b)\d+/g)).toBeNull();
  expect(text.match(/fd_live_\w{24,}|whsec_[\w+/=]{24,}|EAA\w{20,}|eyJ\w{20,}/g)).toBeNull();
});

test('the compiled program has the examples too', async () => {
  const server = await startServerProcess(await temporaryFolder());
  const answer = await new Client(server.url, '').get('/api/openapi.json', { key: null });
  const shown = answer.body.paths['/api/orders'].post.requestBody.content['application/json'].example;
  expect(shown).toEqual(jsonBody('POST /api/orders')?.example);
});
