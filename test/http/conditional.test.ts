import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../support/server/app.ts';

const file = {
  id: 'menu',
  name: 'Menu',
  url: 'https://shop.example/menu.png',
  contentType: 'image/png',
  kind: 'IMAGE',
  sizeBytes: 10,
  usageCount: 0,
};
const path = '/api/media-library/menu';

async function startWithFile() {
  const started = await openWorkspace();
  const created = await started.api.post('/api/media-library', file);
  const tag = created.headers.get('etag') ?? '';
  const withTag = (ifMatch: string) => ({ headers: { 'if-match': ifMatch } });
  return { ...started, tag, withTag };
}

describe('If-Match', () => {
  test('admits a change with the current tag, and returns a new one', async () => {
    const { api, tag, withTag } = await startWithFile();
    const renamed = await api.patch(path, { name: 'New' }, withTag(tag));
    expect(renamed.status).toBe(200);
    expect(renamed.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(renamed.headers.get('etag')).not.toBe(tag);
    const again = await api.patch(path, { name: 'Newer' }, withTag(renamed.headers.get('etag') ?? ''));
    expect(again.status).toBe(200);
  });

  test('refuses a change with a stale tag, returns the current one, and changes nothing', async () => {
    const { api, tag, withTag } = await startWithFile();
    const renamed = await api.patch(path, { name: 'New' });
    for (const stale of [tag, '"nonsense"', `W/${renamed.headers.get('etag')}`]) {
      const refused = await api.patch(path, { name: 'Lost' }, withTag(stale));
      expect(refused.status).toBe(412);
      expect(refused.body.code).toBe('precondition_failed');
      expect(refused.headers.get('etag')).toBe(renamed.headers.get('etag'));
    }
    expect((await api.get('/api/media-library')).body.data[0].name).toBe('New');
  });

  test('refuses a stale delete', async () => {
    const { api, tag, withTag } = await startWithFile();
    await api.patch(path, { name: 'New' });
    expect((await api.delete(path, withTag(tag))).status).toBe(412);
    expect((await api.get('/api/media-library')).body.data).toHaveLength(1);
  });

  test('accepts a star and a list that contains the current tag', async () => {
    const { api, tag, withTag } = await startWithFile();
    expect((await api.patch(path, { name: 'A' }, withTag(`"x", ${tag}`))).status).toBe(200);
    expect((await api.patch(path, { name: 'B' }, withTag('*'))).status).toBe(200);
    expect((await api.delete('/api/media-library/none', withTag('*'))).status).toBe(404);
  });

  test('admits one of two changes with the same tag', async () => {
    const { api, tag, withTag } = await startWithFile();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => api.patch(path, { name: `Name ${index}` }, withTag(tag))),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });
});
