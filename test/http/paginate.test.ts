import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../support/server/app.ts';

const path = '/api/conversations';

describe('a list with pages', () => {
  test('begins with the first 20', async () => {
    const { api } = await openWorkspace();
    const list = await api.get(path);
    expect(list.status).toBe(200);
    expect(list.body).toMatchObject({ data: [], page: 1, limit: 20, total: 0, hasMore: false, nextCursor: null });
  });

  test.each([
    ['limit=0', { limit: 1 }],
    ['limit=-5', { limit: 1 }],
    ['limit=100', { limit: 100 }],
    ['limit=1000', { limit: 100 }],
    ['limit=', { limit: 20 }],
    ['page=0', { page: 1 }],
    ['page=3', { page: 3 }],
  ])('clamps %s', async (query, expected) => {
    const { api } = await openWorkspace();
    const list = await api.get(`${path}?${query}`);
    expect(list.status).toBe(200);
    expect(list.body).toMatchObject(expected);
  });

  test.each(['limit', 'page'])('refuses a %s that is no number', async (name) => {
    const { api } = await openWorkspace();
    for (const value of ['abc', '1.5', '1e3', '99999999999']) {
      const refused = await api.get(`${path}?${name}=${value}`);
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].field).toBe(`query.${name}`);
    }
  });

  test.each(['nonsense', 'a.b', 'WzFd.AAAAAAAAAAAAAAAAAAAAAA'])('refuses the cursor %s', async (cursor) => {
    const { api } = await openWorkspace();
    const refused = await api.get(`${path}?cursor=${cursor}`);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field: 'query.cursor', code: 'invalid_cursor' });
  });
});
