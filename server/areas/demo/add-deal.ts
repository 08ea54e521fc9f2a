import { hourMs } from '../../platform/durations.ts';
import type { Actor, Work } from '../../platform/work/work.ts';
import { commentOnCard, createCard, type createPipeline, moveCard } from '../crm/index.ts';
import type { Random } from './random.ts';

/** Share of the cards that go on from each stage. */
const goOn = 0.78;
const wins = 0.65;
const commented = 0.4;
/** The shop enters some cards itself. */
const byTheAgent = 0.7;
const fewestHours = 5;
const mostHours = 96;
/** So that a board is not in whole hundreds. */
const step = 35;

interface Deal {
  random: Random;
  pipeline: Awaited<ReturnType<typeof createPipeline>>;
  agent: Actor;
  person: Actor;
  titles: readonly string[];
  notes: readonly string[];
  index: number;
  /** Nothing happens later, epoch ms. */
  until: number;
  contact: { contactPhone: string; contactName: string; conversationId: string; leadId: string | null };
}

/** Creates a card, and what happened to it since: comments, and moves until it stays, is won or is lost. */
export async function addDeal(work: Work, deal: Deal): Promise<void> {
  const { random, pipeline, titles, notes, index, until } = deal;
  const actor = random.next() < byTheAgent ? deal.agent : deal.person;
  const [first, second, third] = pipeline.stages;
  const end = pipeline.stages.find(random.next() < wins ? ({ isWon }) => isWon : ({ isLost }) => isLost);
  const card = await createCard(
    { ...work, actor },
    {
      pipelineId: pipeline.id,
      stageId: first?.id ?? '',
      title: titles[index % titles.length] as string,
      value: 280 + random.between(0, 40) * step,
      ...deal.contact,
    },
  );
  let at = Date.parse(work.now);
  for (const stage of [second, third, end]) {
    at += random.between(fewestHours, mostHours) * hourMs;
    if (!stage || at > until || random.next() > goOn) break;
    const later = { ...work, actor: deal.person, now: new Date(at).toISOString() };
    await moveCard(later, card.id, { toStageId: stage.id });
    if (random.next() < commented) await commentOnCard(later, card.id, random.pick(notes));
  }
}
