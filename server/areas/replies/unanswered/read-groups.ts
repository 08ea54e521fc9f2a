import type { Db } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Agent, listAgents } from '../../agents/index.ts';
import { groupByMeaning } from '../../knowledge/index.ts';
import { countOpenQuestions, listOpenOfAgent, type QuestionRow } from './questions.store.ts';
import { questionDays } from './unanswered.schemas.ts';

/** Of an agent that never answers, only the newest are grouped. */
const mostQuestions = 2_000;
const mostWordings = 400;
const shownExamples = 5;

/** One wording, newest row first. */
type Wording = QuestionRow[];

/** Questions that mean the same, in their wordings, most frequent first. */
export type QuestionGroup = Wording[];

const newestOf = (wording: Wording): QuestionRow => wording[0] as QuestionRow;
const rowsOf = (group: QuestionGroup): number => group.reduce((sum, { length }) => sum + length, 0);

/** The newest row of a group. */
export const lastAsked = (group: QuestionGroup): QuestionRow =>
  group.map(newestOf).reduce((last, row) => (row.asked_at > last.asked_at ? row : last));

export const wordingsOf = (group: QuestionGroup): string[] => group.map((wording) => newestOf(wording).question_folded);

const sinceDays = (now: string, days: number): string => new Date(Date.parse(now) - days * dayMs).toISOString();

/** What an agent could not answer in the last days, grouped by meaning; the most frequent first, then the newest. */
export async function readGroups(
  platform: Platform,
  agent: Agent,
  workspaceId: string,
  { now, days }: { now: string; days: number },
): Promise<QuestionGroup[]> {
  const since = sinceDays(now, days);
  const rows = await listOpenOfAgent(platform.database.read, workspaceId, agent.id, { since, most: mostQuestions });
  // The sort is stable, and the rows come newest first.
  const wordings: Wording[] = [...Map.groupBy(rows, ({ question_folded }) => question_folded).values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWordings);
  const texts = wordings.map((wording) => newestOf(wording).question);
  const groups = await groupByMeaning(platform, workspaceId, texts, agent.language);
  return groups
    .map((indexes) => indexes.map((index) => wordings[index] as Wording))
    .sort(
      (one, other) => rowsOf(other) - rowsOf(one) || (lastAsked(other).asked_at > lastAsked(one).asked_at ? 1 : -1),
    );
}

/** The group that a question belongs to; null once it is closed or too old. */
export async function findGroup(
  platform: Platform,
  agent: Agent,
  workspaceId: string,
  { now, questionId }: { now: string; questionId: string },
): Promise<QuestionGroup | null> {
  const groups = await readGroups(platform, agent, workspaceId, { now, days: questionDays });
  return groups.find((group) => group.flat().some(({ id }) => id === questionId)) ?? null;
}

/** A group as the owner sees it. */
export function showGroup(group: QuestionGroup) {
  const { id, asked_at: lastAskedAt, conversation_id: conversationId, message_id: messageId } = lastAsked(group);
  const [question = '', ...others] = group.map((wording) => newestOf(wording).question);
  const examples = others.slice(0, shownExamples);
  return { id, question, count: rowsOf(group), lastAskedAt, examples, conversationId, messageId };
}

/** How many different questions each agent in use could not answer, the most first. */
export async function countUnanswered(
  db: Db,
  workspaceId: string,
  now: string,
): Promise<{ agentId: string; name: string; count: number }[]> {
  const counts = await countOpenQuestions(db, workspaceId, sinceDays(now, questionDays));
  const agents = await listAgents(db, workspaceId, { archived: false });
  const nameOf = new Map(agents.map(({ id, name }) => [id, name]));
  return counts.flatMap(({ agent_id: agentId, count }) => {
    const name = nameOf.get(agentId);
    return name === undefined ? [] : [{ agentId, name, count }];
  });
}
