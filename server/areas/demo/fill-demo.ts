import { z } from 'zod';
import { assignSubfolder } from '../../platform/access/workspace-folders.ts';
import { insertWorkspace, type Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { dayMs, minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSetting, saveSetting } from '../../platform/settings.ts';
import { fill } from '../../platform/text/fill.ts';
import type { Language } from '../../platform/text/languages.ts';
import type { Actor, Work } from '../../platform/work/work.ts';
import { createAgent } from '../agents/index.ts';
import { bookAppointment } from '../appointments/index.ts';
import { type ChannelRow, createChannel, linkAgent, toChannel } from '../channels/index.ts';
import { addTags, ensureTag } from '../contacts/index.ts';
import { createDefaultPipeline } from '../crm/index.ts';
import { addReadyMade } from '../flows/index.ts';
import { importHistory } from '../inbox/index.ts';
import { insertQuickReply } from '../library/index.ts';
import { changeOrder, createOrder } from '../orders/index.ts';
import { type ContactRow, findContactById } from '../people/index.ts';
import { countPastReplies } from '../replies/index.ts';
import { addDeal } from './add-deal.ts';
import { addOrders } from './add-orders.ts';
import { bookWeek } from './book-week.ts';
import { addPastCampaign, equipAgent } from './equip-demo.ts';
import { knowCustomers } from './know-customers.ts';
import { Random } from './random.ts';
import en from './stories/en.json' with { type: 'json' };
import es from './stories/es.json' with { type: 'json' };
import pt from './stories/pt.json' with { type: 'json' };
import type { DemoShop } from './stories/story.schemas.ts';
import { type DemoConversation, startTimes, tellStory } from './tell-story.ts';

export const demoSetting = 'demo_workspace';

/** The workspace of the demo shop; null when there is none. */
export const findDemoId = (db: Db): Promise<string | null> => readSetting(db, demoSetting, z.string());

// JSON imports are typed with plain strings and arrays, the schema with literals and tuples.
const shops = { pt, en, es } as Record<Language, DemoShop>;
const conversationCount = 300;
const waitingCount = 9;
/** Conversations per transaction: few enough that requests in between do not wait. */
const atOnce = 20;
const appointmentMinutes = 90;
/** Flows to look at; they are off, so the agent answers everybody. */
const readyMade = ['greeting', 'order', 'booking', 'satisfaction'] as const;
/** From the order to the door. */
const orderMinutes = 45;

/** A demo shop while it is being filled. */
export interface Demo {
  platform: Platform;
  /** The owner who creates the demo. */
  actor: Actor;
  shop: DemoShop;
  workspace: Workspace;
  channel: ChannelRow;
  agentId: string;
  pipeline: Awaited<ReturnType<typeof createDefaultPipeline>>;
  random: Random;
  /** Customers in the order of their conversations. */
  people: { phone: string; name: string }[];
}

/**
 * Creates a separate workspace with a pizzeria that has 30 days of history, so removing it deletes nothing of the
 * owner's. The history emits no events, so no agent, flow or webhook acts on it.
 */
export async function fillDemo(platform: Platform, actor: Actor, language: Language): Promise<Workspace> {
  const shop = shops[language];
  const workspace = await platform.write(async ({ db, now }) => {
    const { name, timezone, country } = shop;
    const made = await insertWorkspace(db, { name, timezone, country, language }, now);
    await saveSetting(db, demoSetting, made.id);
    await assignSubfolder(db, made.id);
    return made;
  });
  const channel = await createChannel(platform, workspace, actor, { name: 'Chat', provider: 'CLOUD_API' });
  const demo: Demo = {
    platform,
    actor,
    shop,
    workspace,
    channel,
    ...(await setUp(platform, workspace, channel, shop)),
  };
  const now = platform.clock.now().getTime();
  const times = startTimes(demo.random, conversationCount, now, waitingCount);
  for (let start = 0; start < times.length; start += atOnce) {
    await Promise.all(
      times.slice(start, start + atOnce).map((begin, offset) => {
        const index = start + offset;
        const isWaiting = index >= times.length - waitingCount;
        return addConversation(demo, index, begin, isWaiting);
      }),
    );
  }
  await addOrders(demo, (at) => quietWork(platform, workspace, at));
  await platform.write(({ db }) => bookWeek(quietWork(platform, workspace, now)(db), shop, demo.agentId, demo.people));
  await platform.write(({ db }) =>
    knowCustomers(
      quietWork(platform, workspace, now)(db),
      shop,
      demo.people.map(({ phone }) => phone),
      demo.random,
    ),
  );
  const shelf = { platform, shop, workspace, actor, agentId: demo.agentId };
  await addPastCampaign(shelf, channel, demo.people, demo.random);
  await equipAgent(shelf);
  return workspace;
}

/** Sets the shop up before its first conversation. */
async function setUp(platform: Platform, workspace: Workspace, channel: ChannelRow, shop: DemoShop) {
  return platform.write(async ({ db }) => {
    const work = quietWork(platform, workspace, platform.clock.now().getTime() - 31 * dayMs)(db);
    const agent = await createAgent(work, {
      name: shop.agentName,
      agentType: 'STANDARD',
      templateId: `pizzeria-${shop.language}`,
    });
    await linkAgent(work, toChannel(channel), agent.id);
    for (const key of readyMade) await addReadyMade(work, agent.id, shop.language, key);
    for (const reply of shop.quickReplies) {
      await insertQuickReply(db, workspace.id, { ...reply, id: work.newId('qr') }, work.now);
    }
    const pipeline = await createDefaultPipeline(work);
    return { agentId: agent.id, pipeline, random: new Random(20), people: [] };
  });
}

/** A unit of work at a past moment; its events are dropped. */
function quietWork(platform: Platform, workspace: Workspace, at: number) {
  const actor: Actor = { source: 'SYSTEM', id: null, name: null };
  return (db: Work['db']): Work => ({
    ...platform.workIn(db, workspace, actor),
    now: new Date(at).toISOString(),
    async emit() {},
    async enqueue() {},
  });
}

async function addConversation(demo: Demo, index: number, begin: number, isWaiting: boolean): Promise<void> {
  const { platform, workspace, channel, shop, agentId } = demo;
  const chat = tellStory(shop, demo.random, index, begin, platform.clock.now().getTime());
  demo.people.push(chat.person);
  const lastIsCustomer = chat.messages.at(-1)?.author === 'CONTACT';
  await platform.write(async ({ db }) => {
    const conversation = await importHistory(platform, (at) => quietWork(platform, workspace, Date.parse(at))(db), {
      channel,
      person: chat.person,
      messages: chat.messages.map((one) => (one.author === 'AGENT' ? { ...one, authorName: shop.agentName } : one)),
      end: endOf(chat, isWaiting),
      isUnread: isWaiting && lastIsCustomer,
    });
    const work = quietWork(platform, workspace, Date.parse(chat.messages.at(-1)?.at ?? ''))(db);
    countPastReplies(work, agentId, chat.messages);
    await addOutcome(demo, work, chat, index, conversation.id, isWaiting);
    if (index % 3 === 0) {
      const tag = await ensureTag(work, shop.tags[(index / 3) % shop.tags.length] as string);
      await addTags(work, [{ seq: contactSeq(work, conversation.contact_id), tagId: tag }]);
    }
  });
}

/** The same work, done by the shop's agent. */
const asAgent = ({ agentId, shop }: Demo, work: Work): Work => ({
  ...work,
  actor: { source: 'AGENT', id: agentId, name: shop.agentName },
});

const contactSeq = ({ db, workspace }: Work, id: string): number =>
  (findContactById(db, workspace.id, id) as ContactRow).seq;

function endOf({ story }: DemoConversation, isWaiting: boolean): 'ACTIVE' | 'HANDED_OFF' | 'RESOLVED' {
  if (!isWaiting) return 'RESOLVED';
  return story.outcome === 'complaint' || story.outcome === 'quote' ? 'HANDED_OFF' : 'ACTIVE';
}

/** Adds the outcome of a conversation: an order, a booked table, a lead, a card. */
async function addOutcome(
  demo: Demo,
  work: Work,
  chat: DemoConversation,
  index: number,
  conversationId: string,
  isWaiting: boolean,
): Promise<void> {
  const { agentId, shop } = demo;
  const client = { clientName: chat.person.name, clientPhone: chat.person.phone };
  const { outcome } = chat.story;
  if (outcome === 'order' && !isWaiting) {
    const { items, deliveryFee, total, street } = chat;
    const paymentMethod = shop.currency === 'BRL' ? 'PIX' : 'CREDIT_CARD';
    const paid = { paymentStatus: 'PAID', paymentMethod } as const;
    const draft = { aiAgentId: agentId, ...client, items, deliveryFee, total, address: street, ...paid };
    const { id } = await createOrder(asAgent(demo, work), draft);
    const doneAt = Date.parse(work.now) + orderMinutes * minuteMs;
    if (doneAt < demo.platform.clock.now().getTime()) {
      await changeOrder({ ...work, now: new Date(doneAt).toISOString() }, id, { status: 'COMPLETED' });
    }
  }
  if (outcome === 'booking') {
    const startTime = inDays(work.now, 1 + (index % 12));
    const endTime = new Date(Date.parse(startTime) + appointmentMinutes * minuteMs).toISOString();
    const title = fill(shop.table, { people: String(2 + (index % 6)) });
    const status = isWaiting ? ('PENDING' as const) : ('CONFIRMED' as const);
    await bookAppointment(work, {
      aiAgentId: agentId,
      title,
      startTime,
      endTime,
      status,
      ...client,
      allowOverlap: true,
    });
  }
  if (outcome === 'quote' || (outcome === 'booking' && index % 4 === 0)) {
    await addDeal(demo, work, chat, index, conversationId);
  }
}

/** An evening some days later, on the half hour; on Mondays the shop is closed. */
function inDays(now: string, days: number): string {
  const day = new Date(Date.parse(now) + days * dayMs);
  if (day.getUTCDay() === 1) day.setUTCDate(day.getUTCDate() + 1);
  day.setUTCHours(22, 30, 0, 0);
  return day.toISOString();
}
