import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openWorkspace } from '../support/server/app.ts';

test('another validator finds the document that the server serves valid, and a damaged one not', async () => {
  const { api } = await openWorkspace();
  const { body: document } = await api.get('/api/openapi.json', { key: null });
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
  document.paths['/api/channels'].post.responses = {};
  expect(await validator.validate(document)).toMatchObject({ valid: false });
});
