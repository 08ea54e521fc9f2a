import { expect, test } from 'vitest';
import { toProblem } from '../../server/http/send-problem.ts';

test.each([
  ['EMFILE', 503, 'unavailable'],
  ['ENFILE', 503, 'unavailable'],
  ['SQLITE_CANTOPEN', 503, 'unavailable'],
  ['ENOSPC', 507, 'storage_full'],
  ['SQLITE_FULL', 507, 'storage_full'],
  ['EACCES', 500, 'internal_error'],
])('the system error %s is reported as %i', (cause, status, code) => {
  expect(toProblem(Object.assign(new Error('secret path'), { code: cause }))).toMatchObject({ status, code });
});
