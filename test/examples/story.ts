import { environmentOf } from '../areas/qr/shop.ts';
import { startChatServer } from '../doubles/chat-server/chat-server.ts';
import { type GraphServer, startGraphServer } from '../doubles/graph-server/graph-server.ts';
import { eventually, startApp, type TestApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { Recording } from './recording.ts';

/** A Saturday at eight in the morning in São Paulo: the bakery has opened. */
const opening = '2026-11-21T11:00:00.000Z';

/** The ids of what the chapters made, by the name that later ones know it under. */
type Cast = Record<
  | 'account'
  | 'agent'
  | 'ana'
  | 'base'
  | 'binding'
  | 'campaign'
  | 'card'
  | 'channel'
  | 'cloud'
  | 'conversationStage'
  | 'croissant'
  | 'endpoint'
  | 'firstStage'
  | 'flow'
  | 'installation'
  | 'lead'
  | 'menu'
  | 'offer'
  | 'order'
  | 'otherPipeline'
  | 'pipeline'
  | 'sol'
  | 'sourdough'
  | 'spareFlow'
  | 'stage'
  | 'tomas',
  string
>;

/** A day at Aurora Bakery: its server, who acts in it, and what is recorded of it. */
export interface Story extends Pick<Recording, 'call' | 'show' | 'refuse' | 'keep' | 'keepProblem'> {
  shop: TestApp;
  chat: Awaited<ReturnType<typeof startChatServer>>;
  graph: GraphServer;
  cast: Cast;
  recording: Recording;
  /** What stands in the examples for addresses and secrets of doubles. */
  standIns: Map<string, string>;
  /** Writes something in the examples that differs between recordings, such as the address of a double. */
  rename(real: string, shown: string): void;
  /** Lets time pass, and does what becomes due. */
  pass(seconds: number): Promise<void>;
  /** Resolves with what `read` finds, once it finds something. */
  // biome-ignore lint/suspicious/noExplicitAny: chapters read what came back
  until(read: () => Promise<any>): Promise<any>;
}

/** Starts the server of the bakery; each request takes some seconds of its day. */
export async function openBakery(): Promise<Story> {
  const chat = await startChatServer();
  const graph = await startGraphServer();
  const clock = new ManualClock(opening);
  graph.now = () => clock.now();
  const shop = await startApp({ clock, env: { ...environmentOf(chat), ...graph.env } });
  graph.webhooks.target = shop.api.url;
  const { platform } = shop.app;
  await platform.write(({ db }) =>
    db.updateTable('workspaces').set({ name: 'Aurora Bakery', language: 'en' }).execute(),
  );
  await platform.write(({ db }) => db.updateTable('api_keys').set({ name: 'Online shop' }).execute());
  const settle = async () => {
    await shop.settle();
    await platform.services.replySender.idle();
    await platform.services.campaignSender.idle();
    await shop.settle();
  };
  const pass = async (seconds: number) => {
    await settle();
    clock.advance(seconds * 1_000);
    await settle();
  };
  let isWaiting = false;
  const recording = new Recording(shop.api, () => (isWaiting ? settle() : pass(20)));
  const { call, show, refuse } = recording;
  const keep = recording.keep.bind(recording);
  const keepProblem = recording.keepProblem.bind(recording);
  const standIns = new Map([
    [shop.api.url, 'http://127.0.0.1:7420'],
    ['https://shop.example', 'https://front.aurora.example'],
    [graph.account.accessToken, 'EAA-aurora-access-token'],
    [graph.account.appSecret, 'aurora-app-secret'],
    [graph.account.verifyToken, 'aurora-verify-token'],
  ]);
  const until: Story['until'] = async (read) => {
    // How often it reads depends on the machine, so it takes no time of the story.
    isWaiting = true;
    const found = await eventually(read);
    isWaiting = false;
    return found;
  };
  const rename: Story['rename'] = (real, shown) => void standIns.set(real, shown);
  const acts = { call, show, refuse, keep, keepProblem, rename, pass, until };
  return { shop, chat, graph, cast: {} as Cast, recording, standIns, ...acts };
}

/** The time of the last entry that was shown to the person who confirms it. */
export const seen = { at: '2026-11-26T13:05:00.000Z' };
