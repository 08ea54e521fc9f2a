import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Actor, systemActor } from '../../../platform/work/work.ts';
import { configurationHash, type GateCase, type GateRun, insertGateRun, latestGateRun } from '../../agents/index.ts';
import type { Case } from './case.ts';
import { ownerOf } from './gate-queues.ts';
import { decideCase, judgeCase, numberCases } from './judge-case.ts';
import { makeCases } from './reply-gate.ts';
import { loadSubject, type Subject } from './subject.ts';

/** Limits of one run; the cases beyond them are skipped. */
const most = { cases: 60, tokens: 300_000, milliseconds: 4 * minuteMs };
/** Without a run to measure: characters of a token, and the tokens of our own instructions, tools and the answer. */
const guess = { charactersPerToken: 3.5, own: 1_200 };

/** What a run with the model will cost, before it begins. */
export interface ModelCost {
  cases: number;
  tokens: number;
  /** Whether `tokens` comes from the latest run rather than from the length of the texts. */
  isMeasured: boolean;
}

/**
 * Runs boundary tests against the configured model, one after the other, and stores the run. The kinds of test take
 * turns, so that each is there when the limits end the run. It also ends when the server stops. A reply of the model
 * that may not be sent is a failed case.
 */
export async function runModelGate(
  platform: Platform,
  workspaceId: string,
  agentId: string,
  caller: Actor,
): Promise<GateRun> {
  const reader = { db: platform.database.read, provided: platform.provided };
  const hash = await configurationHash(reader, workspaceId, agentId);
  const run = () => runNow(platform, workspaceId, agentId);
  return platform.services.modelGates.run(ownerOf(workspaceId, caller), `${agentId} ${hash}`, run);
}

async function runNow(platform: Platform, workspaceId: string, agentId: string): Promise<GateRun> {
  const startedAt = platform.clock.now();
  const reader = { db: platform.database.read, provided: platform.provided };
  const hash = await configurationHash(reader, workspaceId, agentId);
  const subject = await loadSubject(platform, workspaceId, agentId);
  const all = numberCases(await makeCases(subject));
  const cases: GateCase[] = [];
  let tokens = 0;
  for (const { entry, id } of chooseCases(all)) {
    const isLate = platform.clock.now().getTime() - startedAt.getTime() > most.milliseconds;
    if (isLate || tokens > most.tokens || platform.stopping.aborted) break;
    const decision = await decideCase(subject, entry, 'model');
    tokens += (decision.trace.tokens?.in ?? 0) + (decision.trace.tokens?.out ?? 0);
    cases.push(await judgeCase(subject, entry, id, decision));
  }
  const skipped = all.length - cases.length;
  return platform.workFor(workspaceId, systemActor, (work) =>
    insertGateRun(work, {
      ...{ agentId, hash, cases, skipped, tokens, engine: 'model' },
      ...{ startedAt: startedAt.toISOString(), finishedAt: work.now },
    }),
  );
}

/** As many cases as a run may have, the kinds taking turns. */
function chooseCases(all: { entry: Case; id: string }[]): { entry: Case; id: string }[] {
  const kinds = [...Map.groupBy(all, ({ entry }) => `${entry.capability}/${entry.flavour}`).values()];
  const rounds = Math.max(0, ...kinds.map((cases) => cases.length));
  const inTurns = Array.from({ length: rounds }, (_, round) => kinds.flatMap((cases) => cases[round] ?? [])).flat();
  return inTurns.slice(0, most.cases);
}

/** The cost of a run with the model: tokens a case as measured in the latest run, else from the length of the texts. */
export async function estimateModelCost(platform: Platform, workspaceId: string, agentId: string): Promise<ModelCost> {
  const subject = await loadSubject(platform, workspaceId, agentId);
  const cases = Math.min(most.cases, (await makeCases(subject)).length);
  const latest = await latestGateRun(platform.database.read, workspaceId, agentId, 'model');
  const measured = latest && latest.cases.length > 0 ? (latest.tokens ?? 0) / latest.cases.length : 0;
  const isMeasured = measured > 0;
  const perCase = isMeasured ? measured : guess.own + countCharacters(subject) / guess.charactersPerToken;
  return { cases, tokens: Math.min(most.tokens, Math.round(cases * perCase)), isMeasured };
}

/** The characters that the model reads with every question at most: the configuration, FAQs and offers. */
function countCharacters({ agent, items }: Subject): number {
  const { tone, description, rules, faqs, services, businessHours } = agent;
  return JSON.stringify([
    ...[tone, description, businessHours, rules.map(({ text }) => text)],
    ...faqs.map(({ question, answer }) => [question, answer]),
    ...[...items, ...services].map(({ name, price, description }) => [name, price, description]),
  ]).length;
}
