import { openSqlite } from '../../../server/platform/database/database.ts';
import { signInByToken } from '../../support/server/console.ts';
import { prepareShop } from '../shop.ts';
import { cli, startFrontdesk } from '../support.ts';
import { tags } from './fill-people.ts';
import type { Shop } from './tables.ts';

/** Calls one server as a shop's software and as its owner. */
export interface Caller {
  url: string;
  /** Headers for a path: a session's for the console's, else a key's. */
  headersFor(path: string): Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the operation's own
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<any>;
}

/** Signs in at a server of the data folder. */
export async function makeCaller(home: string, url: string, key: string): Promise<Caller> {
  const { url: link } = await cli(home, 'login');
  const { headers: session } = await signInByToken(url, link.split('#')[1]);
  const headersFor = (path: string): Record<string, string> =>
    path.startsWith('/owner') ? session : { authorization: `Bearer ${key}` };
  return {
    url,
    headersFor,
    async call(method, path, body) {
      const headers = { ...headersFor(path), 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
  };
}

export interface Prepared {
  home: string;
  key: string;
  shop: Shop;
  quickReplyId: string;
}

/** A data folder with a channel, an agent, a pipeline and what else the history refers to; its server is stopped. */
export async function prepareGrowth(home: string): Promise<Prepared> {
  const { key, file } = await prepareShop(home, 0, 0);
  const server = await startFrontdesk(home);
  const { call } = await makeCaller(home, server.url, key);
  const agent = await call('POST', '/api/ai-agents', { name: 'Bia' });
  const stage = await call('POST', '/api/conversation-stages', { name: 'Pedido', color: '#1e88e5' });
  const reply = await call('POST', '/api/quick-replies', { shortcut: 'oi', content: 'Oi!' });
  const { data: pipelines } = await call('GET', '/api/crm/pipelines');
  const { id: channelId } = (await call('GET', '/api/channels')).data[0];
  await server.stop();
  const db = openSqlite(file);
  const workspace = db.prepare('select id, timezone from workspaces').get() as { id: string; timezone: string };
  const userId = db.prepare('select id from users').pluck().get() as string;
  const insertTag = db.prepare('insert into tags (id, workspace_id, name, name_folded, color) values (?, ?, ?, ?, ?)');
  for (const [index, name] of tags.entries()) {
    insertTag.run(index + 1, workspace.id, name, name.toLowerCase(), '#039be5');
  }
  db.close();
  const shop = {
    ...{ file, workspaceId: workspace.id, timezone: workspace.timezone, channelId, agentId: agent.id, userId },
    pipelineId: pipelines[0].id,
    stageIds: pipelines[0].stages.map((one: { id: string }) => one.id),
    conversationStageId: stage.id,
  };
  return { home, key, shop, quickReplyId: reply.id };
}
