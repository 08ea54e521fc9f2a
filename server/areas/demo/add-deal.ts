import { hourMs } from '../../platform/durations.ts';
import type { Actor, Work } from '../../platform/work/work.ts';
import { commentOnCard, createCard, moveCard } from '../crm/index.ts';
import { captureLead } from '../leads/index.ts';
import { requireContact } from '../people/index.ts';
import type { Demo } from './fill-demo.ts';
import type { DemoConversation } from './tell-story.ts';

/** Share of the cards that go on from each stage. */
const goOn = 0.8;
const wins = 0.65;
const commented = 0.4;
/** The shop enters the others itself. */
const byTheAgent = 0.7;
const fewestHours = 5;
const mostHours = 96;
/** Values are not all in whole hundreds. */
const [lowest, steps, step] = [280, 40, 35];

/** Creates the card of a conversation, and what happened to it since: moves until it stays, is won or is lost; comments. */
export async function addDeal(
  demo: Demo,
  work: Work,
  chat: DemoConversation,
  index: number,
  conversationId: string,
): Promise<void> {
  const { random, pipeline, shop, agentId, actor: owner } = demo;
  const { phone, name } = chat.person;
  const agent: Actor = { source: 'AGENT', id: agentId, name: shop.agentName };
  const [first, second, third] = pipeline.stages;
  const end = pipeline.stages.find(random.next() < wins ? ({ isWon }) => isWon : ({ isLost }) => isLost);
  const isLead = chat.story.outcome === 'quote';
  const { leadTags, answers } = shop.customers;
  const tags = [random.pick(leadTags)];
  const data = Object.fromEntries(answers.map(([question, given]) => [question, random.pick(given)]));
  const { id: contactId } = await requireContact(work, { phone }, 'phone', name);
  const lead = isLead ? (await captureLead(work, { aiAgentId: agentId, contactId, name, tags, data })).lead : null;
  const card = await createCard(
    { ...work, actor: random.next() < byTheAgent ? agent : owner },
    {
      pipelineId: pipeline.id,
      stageId: first?.id ?? '',
      title: shop.deals[Math.floor(index / 7) % shop.deals.length] as string,
      value: lowest + random.between(0, steps) * step,
      contactId,
      contactName: name,
      conversationId,
      leadId: lead?.id ?? null,
    },
  );
  let at = Date.parse(work.now);
  for (const stage of [second, third, end]) {
    at += random.between(fewestHours, mostHours) * hourMs;
    if (!stage || at > demo.platform.clock.now().getTime() || random.next() > goOn) break;
    const later = { ...work, actor: owner, now: new Date(at).toISOString() };
    await moveCard(later, card.id, { toStageId: stage.id });
    if (random.next() < commented) await commentOnCard(later, card.id, random.pick(shop.dealNotes));
  }
}
