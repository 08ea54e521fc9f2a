import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { lastDays } from '../../../platform/text/days.ts';
import { fromCents } from '../../../platform/text/money.ts';
import { listAgents } from '../../agents/index.ts';
import { readTopQuestions } from '../unanswered/questions.store.ts';
import { readCounters } from './counters.store.ts';
import { firstReplyPercentile } from './first-reply-times.ts';
import type { AgentMetrics, TeamOverview } from './metrics.schemas.ts';

type Counter = Awaited<ReturnType<typeof readCounters>>[number];

const daysShown = 7;
const handoffPrefix = 'handoff.';

/** The metrics of one agent over seven days, including today. */
export async function readAgentMetrics(
  db: Db,
  workspace: Workspace,
  agentId: string,
  now: string,
): Promise<AgentMetrics> {
  const days = lastDays(workspace.timezone, now, daysShown);
  const from = days[0] as string;
  const counters = await readCounters(db, workspace.id, from, agentId);
  return {
    agentId,
    ...periodOf(workspace, days),
    ...summarize(counters),
    topUnanswered: await readTopQuestions(db, workspace.id, from, agentId),
    daily: listDaily(counters, days),
  };
}

/** The metrics of all agents together, and of each that is not archived. */
export async function readTeamOverview(db: Db, workspace: Workspace, now: string): Promise<TeamOverview> {
  const days = lastDays(workspace.timezone, now, daysShown);
  const from = days[0] as string;
  const counters = await readCounters(db, workspace.id, from, null);
  const byAgent = Map.groupBy(counters, ({ agent_id: agentId }) => agentId);
  const agents = await listAgents(db, workspace.id, { archived: false });
  return {
    ...periodOf(workspace, days),
    team: {
      ...summarize(counters),
      topUnanswered: await readTopQuestions(db, workspace.id, from, null),
      daily: listDaily(counters, days),
    },
    agents: agents.map(({ id, name, status }) => ({ agentId: id, name, status, ...summarize(byAgent.get(id) ?? []) })),
  };
}

const periodOf = ({ timezone }: Workspace, days: string[]) => ({
  from: days[0] as string,
  to: days.at(-1) as string,
  timezone,
});

function summarize(counters: Counter[]) {
  const counts = new Map<string, number>();
  for (const { kind, count } of counters) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const of = (kind: string) => counts.get(kind) ?? 0;
  const byReason = Object.fromEntries(
    [...counts].flatMap(([kind, count]) =>
      kind.startsWith(handoffPrefix) ? [[kind.slice(handoffPrefix.length), count]] : [],
    ),
  );
  const handoffs = Object.values(byReason).reduce((sum, count) => sum + count, 0);
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1_000) / 1_000);
  return {
    conversations: of('conversation'),
    replies: of('reply'),
    // A conversation may be handed over twice in a day.
    automationRate: share(Math.max(0, of('conversation') - handoffs), of('conversation')),
    handoffs: { total: handoffs, byReason },
    firstReply: { p50Ms: firstReplyPercentile(counts, 0.5), p95Ms: firstReplyPercentile(counts, 0.95) },
    fallbackRate: share(Math.min(of('fallback'), of('reply')), of('reply')),
    sales: { count: of('sale'), total: fromCents(of('sale_cents')) },
    appointments: of('appointment'),
  };
}

const listDaily = (counters: Counter[], days: string[]) =>
  days.map((day) => {
    const of = (kind: string) =>
      counters.reduce((sum, entry) => (entry.day === day && entry.kind === kind ? sum + entry.count : sum), 0);
    return { day, conversations: of('conversation'), replies: of('reply') };
  });
