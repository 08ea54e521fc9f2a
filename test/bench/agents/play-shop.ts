import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { createKey } from '../../../server/platform/access/api-keys.ts';
import { listWorkspaces } from '../../../server/platform/access/workspaces.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import { currencyOf } from '../../../server/platform/text/money.ts';
import type { MessageInSet, ShopInSet } from '../../agents/set.ts';
import { type Answer, Client } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { type ConsoleClient, signInByToken } from '../../support/server/console.ts';
import { benchEnvironment, withTemporaryHome } from '../support.ts';
import { type Asked, type Judgement, judgeAnswer, type Tried } from './judge-answer.ts';

export interface Played extends Judgement {
  shop: ShopInSet;
  message: MessageInSet;
  answer: Tried;
  /** Duration of the request (ms). */
  ms: number;
}

type Line =
  | { from: 'CUSTOMER'; text: string }
  | ({ from: 'AGENT'; text: string } & Pick<Tried, 'isMiss' | 'toldClosed'>);

// biome-ignore lint/suspicious/noExplicitAny: the body is the operation's own
function accept({ status, body }: Answer): any {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Creates the shop's agent with its items and documents; returns its id once all documents are indexed. */
async function openShop(shop: ShopInSet, owner: ConsoleClient, api: Client): Promise<string> {
  const { language, country, timezone } = shop;
  if (currencyOf(country) !== shop.currency) throw new Error(`${shop.id}: ${country} does not pay in ${shop.currency}`);
  accept(await owner.patch('/owner/settings/shop', { name: shop.agent.name, language, country, timezone }));
  const { id } = accept(await api.post('/api/ai-agents', shop.agent));
  for (const item of shop.items) accept(await api.post(`/api/ai-agents/${id}/catalog-items`, item));
  for (const { name, text } of shop.documents) {
    const source = accept(await api.post(`/api/ai-agents/${id}/knowledge/text`, { name, content: text }));
    for (let { status } = source; status !== 'READY'; ) {
      if (status === 'FAILED') throw new Error(`${shop.id}: ${name} was not indexed`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      ({ status } = accept(await api.get(`/api/ai-agents/${id}/knowledge/${source.id}`)));
    }
  }
  return id;
}

const textsOf = ({ agent, items, documents }: ShopInSet): string => JSON.stringify({ agent, items, documents });

/** Asks every message of the shop, each after the messages that it follows and the real replies to these. */
async function askAll(shop: ShopInSet, owner: ConsoleClient, agentId: string): Promise<Played[]> {
  const conversations = new Map<string, Line[]>();
  const { greetingMessage } = shop.agent;
  const greeting = typeof greetingMessage === 'string' ? greetingMessage : '';
  const played: Played[] = [];
  for (const message of shop.messages) {
    const before = message.follows === undefined ? [] : conversations.get(message.follows);
    if (!before) throw new Error(`${message.id} follows ${message.follows}, which does not come before it`);
    const lines: Line[] = [...before, { from: 'CUSTOMER', text: message.text }];
    const startedAt = performance.now();
    const answer: Tried = accept(await owner.post(`/owner/agents/${agentId}/try`, { lines }));
    const ms = performance.now() - startedAt;
    const { text, isMiss, toldClosed } = answer;
    conversations.set(message.id, [...lines, { from: 'AGENT', text: text ?? '', isMiss, toldClosed }]);
    const written = lines.filter(({ from }) => from === 'CUSTOMER').map((line) => line.text);
    const told = [textsOf(shop), ...written].join('\n');
    const asked: Asked = { message, shopLanguage: shop.language, greeting, told, now: shop.now };
    played.push({ shop, message, answer, ms, ...judgeAnswer(asked, answer) });
  }
  return played;
}

/** A shop that is open on a server of its own, whose clock stands at the shop's `now`. */
export interface OpenShop {
  platform: Platform;
  workspaceId: string;
  agentId: string;
  owner: ConsoleClient;
}

export async function withShop<T>(shop: ShopInSet, use: (open: OpenShop) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await withTemporaryHome(async (home) => {
    const config = readConfig(benchEnvironment(home));
    const app = await createApp({ config, clock: new ManualClock(shop.now) });
    const { platform } = app;
    const [workspace] = await listWorkspaces(platform.database.read);
    if (!workspace) throw new Error('A new home has a workspace');
    const { url } = await app.listen();
    const { key } = await platform.write(({ db, now }) =>
      createKey(db, { workspaceId: workspace.id, name: 'bench', scopes: ['all'], expiresAt: null, now }),
    );
    const owner = await signInByToken(url, (await app.createLoginLink()).split('#')[1]);
    const agentId = await openShop(shop, owner, new Client(url, key));
    result = await use({ platform, workspaceId: workspace.id, agentId, owner });
    await app.stop();
  });
  return result as T;
}

export const playShop = (shop: ShopInSet): Promise<Played[]> =>
  withShop(shop, ({ owner, agentId }) => askAll(shop, owner, agentId));
