import { type Client, eventually, startApp, type TestApp, type TestAppOptions } from '../../support/server/app.ts';

/** An owner of sources: an agent or a knowledge base. */
export interface Place {
  name: 'agent' | 'base';
  path: string;
  reindexed: 200 | 202;
}

export interface KnowledgeShop extends TestApp {
  agentId: string;
  baseId: string;
  agent: Place;
  base: Place;
  /** Waits until a source is neither PENDING nor INDEXING, and returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  indexed(place: Place, sourceId: string, timeoutMs?: number): Promise<any>;
  /** Adds a source that must be accepted, and returns it once it is indexed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  addText(place: Place, name: string, content: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  addFile(place: Place, bytes: Uint8Array | string, name: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  addUrl(place: Place, url: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  chunks(place: Place, sourceId: string): Promise<any[]>;
}

/** A shop with one agent and one empty base. */
export async function openKnowledgeShop(options: TestAppOptions = {}): Promise<KnowledgeShop> {
  const app = await startApp(options);
  const { api } = app;
  const agentId = (await api.post('/api/ai-agents', { name: 'Ana' })).body.id;
  const baseId = (await api.post('/api/knowledge-bases', { name: 'Manual' })).body.id;
  const indexed = (place: Place, id: string) => awaitIndexed(api, place, id);
  const accept = async (place: Place, { status, body }: Awaited<ReturnType<Client['get']>>) => {
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return indexed(place, body.id);
  };
  return {
    ...app,
    agentId,
    baseId,
    agent: { name: 'agent', path: `/api/ai-agents/${agentId}/knowledge`, reindexed: 200 },
    base: { name: 'base', path: `/api/knowledge-bases/${baseId}/sources`, reindexed: 202 },
    indexed,
    addText: async (place, name, content) => accept(place, await api.post(`${place.path}/text`, { name, content })),
    addFile: async (place, bytes, name) => accept(place, await api.upload(`${place.path}/upload`, bytes, name)),
    addUrl: async (place, url) => accept(place, await api.post(`${place.path}/url`, { url })),
    chunks: async (place, id) => (await api.get(`${place.path}/${id}/chunks?limit=100`)).body.data,
  };
}

export const awaitIndexed = (api: Client, place: Pick<Place, 'path'>, id: string) =>
  eventually(async () => {
    const { body } = await api.get(`${place.path}/${id}`);
    return body.status === 'READY' || body.status === 'FAILED' ? body : null;
  });
