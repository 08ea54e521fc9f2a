import { expect, test } from 'vitest';
import { areas } from '../../server/areas/index.ts';
import { problemCodes } from '../../server/http/openapi.ts';

const operations = areas.flatMap((area) => Object.entries({ ...area.operations, ...area.ownerOperations }));

/** `fail('name_taken', …)` and `new Problem('name_taken', …)`, however the test runner spells the latter. */
const refusal = /\b(?:fail|Problem\)?)\(\s*["'](\w+)["']/g;

test('every refusal that an operation makes itself is one that it documents', () => {
  const made = operations.flatMap(([name, spec]) =>
    [...spec.run.toString().matchAll(refusal)].map((match) => ({ name, spec, code: match[1] as string })),
  );
  const undocumented = made.filter(({ spec, code }) => !problemCodes(spec).some((known) => known === code));
  expect(undocumented.map(({ name, code }) => `${name}: ${code}`)).toEqual([]);
  expect(made.length).toBeGreaterThan(50);
});
