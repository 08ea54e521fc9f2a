import type { Workspace } from '../../platform/access/workspaces.ts';
import { dayMs, minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Actor, Work } from '../../platform/work/work.ts';
import { addCatalogItem, publishAgent, requireAgent } from '../agents/index.ts';
import { importPastCampaign } from '../campaigns/index.ts';
import { type ChannelRow, toChannel } from '../channels/index.ts';
import { addStoredSource, insertBase, receiveText, replaceAgentBases, untilRead } from '../knowledge/index.ts';
import { findByPhones } from '../people/index.ts';
import { createTemplate } from '../templates/index.ts';
import type { Random } from './random.ts';
import type { DemoShop } from './stories/story.schemas.ts';

const campaignDaysAgo = 6;
const campaignSize = 80;
const mostReadingMs = 20_000;

interface Shelf {
  platform: Platform;
  shop: DemoShop;
  workspace: Workspace;
  actor: Actor;
  agentId: string;
}

/** Fills the agent's catalog and knowledge, then tests and publishes the agent. */
export async function equipAgent({ platform, shop, workspace, actor, agentId }: Shelf): Promise<void> {
  const received = await receiveText(platform.files, { name: shop.knowledge.source, content: shop.knowledge.text });
  const write = <T>(run: (work: Work) => Promise<T>): Promise<T> => platform.work(workspace, actor, run);
  const source = await write(async (work) => {
    for (const [category, list] of [shop.menu, shop.drinks, shop.extras].entries()) {
      for (const { name, price } of list) {
        await addCatalogItem(platform, work, agentId, { name, price, category: shop.categories[category] });
      }
    }
    const baseId = work.newId('kb');
    await insertBase(work.db, workspace.id, { id: baseId, name: shop.knowledge.base, description: null }, work.now);
    await replaceAgentBases(work.db, workspace.id, agentId, [baseId]);
    return addStoredSource(work, { baseId }, received);
  });
  // What is read while the tests run would have to be tested again.
  await untilRead(platform, source, mostReadingMs);
  const agent = await requireAgent(platform.database.read, workspace.id, agentId, 'agentId');
  await publishAgent({ platform, workspace, actor, agent, write });
}

/** Adds a campaign completed last week, on a template that the simulator approves. */
export async function addPastCampaign(
  { platform, shop, workspace, actor }: Shelf,
  channel: ChannelRow,
  people: { phone: string; name: string }[],
  random: Random,
): Promise<void> {
  const write = <T>(run: (work: Work) => Promise<T>): Promise<T> => platform.work(workspace, actor, run);
  const { name, template, body } = shop.campaign;
  const example = { body_text: [[shop.firstNames[0] ?? '']] };
  const made = await createTemplate(platform, write, workspace.id, toChannel(channel), {
    name: template,
    language: shop.templateLanguage,
    category: 'MARKETING',
    components: [{ type: 'BODY', text: body, example }],
  });
  const at = new Date(platform.clock.now().getTime() - campaignDaysAgo * dayMs).toISOString();
  const chosen = people.slice(0, campaignSize);
  const contacts = await findByPhones(
    platform.database.read,
    workspace.id,
    chosen.map(({ phone }) => phone),
  );
  const ids = new Map(contacts.map(({ phone, id }) => [phone, id]));
  const recipients = chosen.map(({ phone, name: person }) => ({
    contactId: ids.get(phone) as string,
    name: person,
    content: body.replace('{{1}}', person.split(' ')[0] ?? ''),
    readAfterMs: random.next() < 0.8 ? random.between(1, 180) * minuteMs : null,
    repliedAfterMs: random.next() < 0.15 ? random.between(181, 300) * minuteMs : null,
  }));
  await write((work) =>
    importPastCampaign(
      { ...work, now: at },
      { name, channelId: channel.id, templateId: made.id, sendIntervalMs: 3_000, recipients },
    ),
  );
}
