import { expect, test } from 'vitest';
import { areas } from '../../server/areas/index.ts';
import { problemCodes } from '../../server/http/openapi/problems.ts';
import { findUntold } from '../support/contract/documented.ts';

const operations = areas.flatMap((area) => Object.entries({ ...area.operations, ...area.ownerOperations }));

/** `fail('name_taken', …)`, `new Problem('name_taken', …)`, `unknownReference(…)`, however the test runner spells them. */
const refusal = /\b(?:fail|Problem\)?)\(\s*["'](\w+)["']|\bunknownReference\)?\(/g;

test('an operation documents every refusal that it makes', () => {
  const made = operations.flatMap(([name, spec]) =>
    [...`${spec.run} ${spec.csv ?? ''}`.matchAll(refusal)].map((match) => ({
      name,
      spec,
      code: match[1] ?? 'unknown_reference',
    })),
  );
  const undocumented = made.filter(({ spec, code }) => !problemCodes(spec).some((known) => known === code));
  expect(undocumented.map(({ name, code }) => `${name}: ${code}`)).toEqual([]);
  expect(made.length).toBeGreaterThan(50);
});

test('an undocumented response fails the test that caused it', () => {
  expect(findUntold('GET', '/api/orders?status=x', 400, 'validation_failed')).toBe(null);
  expect(findUntold('GET', '/api/orders', 409, 'name_taken')).toMatch(/^GET \/api\/orders answered 409 name_taken/);
  expect(findUntold('GET', '/api/orders', 400, 'name_taken')).toMatch(
    /^GET \/api\/orders answered 400 with the code name_taken/,
  );
  expect(findUntold('GET', '/api/orders/overview', 404, 'not_found')).toMatch(
    /^GET \/api\/orders\/overview answered 404/,
  );
  expect(findUntold('GET', '/api/orders/order_x', 404, 'not_found')).toBe(null);
});
