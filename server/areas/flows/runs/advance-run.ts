import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import {
  type ConversationRow,
  findConversation,
  findMessageById,
  maySendAgain,
  storeOutgoing,
} from '../../inbox/index.ts';
import { performEffect } from '../steps/perform-effect.ts';
import { isPure } from '../steps/step-traits.ts';
import { findFlow } from '../store.ts';
import { callPerson, leaveToPerson } from './call-person.ts';
import { end, interpret, type Steps } from './interpret.ts';
import { readFacts } from './read-facts.ts';
import {
  type Draft,
  type Effect,
  type Facts,
  type Input,
  isOpen,
  isOutside,
  type OutsideEffect,
  type Reason,
  type Run,
  type StepResult,
} from './run.ts';
import { recordStep } from './run-steps.store.ts';
import { type RunRow, toRun, toRunColumns, updateRun } from './runs.store.ts';
import { endRun, recordEnd } from './start-run.ts';
import { stepsOfVersion } from './version-steps.ts';

/** An effect outside the database, stored before it begins. `key` makes a repeat idempotent. */
export type Pending =
  | { kind: 'send'; stepId: string | null; draft: Draft; key: string; tries: number; retryAt: string | null }
  | (OutsideEffect & { key: string });

type SendingMedia = Parameters<typeof storeOutgoing>[4];
export type Stored = Awaited<ReturnType<typeof storeOutgoing>>;

/** The work that follows the commit. */
export type Next =
  | { kind: 'rest'; againAtMs?: number }
  | { kind: 'again' }
  | { kind: 'fetch'; draft: Draft }
  | { kind: 'deliver'; stored: Stored }
  | { kind: 'call'; pending: OutsideEffect & { key: string } };

/** One transaction performs up to this many steps without an effect. */
const mostAtOnce = 50;

const mostSends = 5;
const resendAfterMs = 15_000;

const pendingOf = (row: RunRow): Pending | null => (row.effect === null ? null : JSON.parse(row.effect));

/**
 * Advances a run in one transaction, up to its next effect outside the database or its next pause. Throws the `Problem`
 * with which an effect was rejected, and writes nothing; the caller then retries with that problem as `failure`.
 */
export async function advanceRun(platform: Platform, work: Work, row: RunRow, failure?: Problem): Promise<Next> {
  const pending = pendingOf(row);
  if (pending?.kind === 'send') {
    const held = await settleSend(platform, work, row, pending);
    if (held) return held;
  } else if (pending) return { kind: 'call', pending };
  const conversation =
    row.conversation_id === null ? null : await findConversation(work.db, work.workspace.id, row.conversation_id);
  const agentId = await keepsRunning(work, row, conversation);
  if (agentId === null) return { kind: 'rest' };
  const input = inputOf(row, work.now);
  if (!input) return { kind: 'rest' };
  return takeSteps(platform, work, { row, conversation, agentId, input, failure });
}

/** The input with which the run continues now; null while it waits. */
function inputOf(row: RunRow, now: string): Input | null {
  if (row.state === 'RUNNING') return { kind: 'go' };
  if (row.state === 'WAITING_ANSWER' && row.answer !== null) return { kind: 'answer', text: row.answer };
  return row.due_at !== null && row.due_at <= now ? { kind: 'due' } : null;
}

/**
 * The agent of the flow; null if the run has ended, or ends here because its flow or conversation is no longer
 * available.
 */
async function keepsRunning(work: Work, row: RunRow, conversation: ConversationRow | null): Promise<string | null> {
  if (!isOpen(row.state)) return null;
  const stop = async (code: string, message: string) => {
    await endRun(work, row, 'INTERRUPTED', { code, message });
    await leaveToPerson(work, row);
    return null;
  };
  const flow = await findFlow(work.db, work.workspace.id, row.flow_id);
  if (!flow) return stop('flow_deleted', 'The flow was deleted');
  if (flow.archived_at !== null) return stop('flow_archived', 'The flow was archived');
  if (row.conversation_id !== null && !conversation) return stop('conversation_gone', 'The conversation was deleted');
  if (conversation?.status === 'HANDED_OFF') return stop('handed_off', 'The conversation was handed off to a person');
  return flow.ai_agent_id;
}

interface Going {
  row: RunRow;
  conversation: ConversationRow | null;
  agentId: string;
  input: Input;
  failure: Problem | undefined;
}

async function takeSteps(platform: Platform, work: Work, going: Going): Promise<Next> {
  const { row, conversation, agentId, failure } = going;
  const steps = stepsOfVersion(work, row.version_id);
  const facts = await readFacts(work, agentId, conversation, steps.values());
  let run = toRun(row);
  let outside: Outside = null;
  for (let taken = 0; taken < mostAtOnce; taken++) {
    const input: Input = taken === 0 ? going.input : { kind: 'go' };
    if (input.kind === 'go' && run.stepId !== null) recordStep(work, row, run.stepId, run.stepCount + 1);
    const turn = interpret(steps, run, input, facts);
    const done = await performEffects(platform, work, going, {
      turn: failure && taken === 0 ? fail(steps, run.stepId, turn, failure, facts) : turn,
      from: run.stepId,
      steps,
      facts,
    });
    run = done.run;
    outside = done.outside;
    const following = run.state === 'RUNNING' && run.stepId !== null ? steps.get(run.stepId) : undefined;
    // A step that may be rejected begins a transaction of its own, so that the rollback undoes nothing else.
    if (outside || !following || !isPure(following)) break;
  }
  return saveRun(platform, work, row, run, outside);
}

/** Converts a rejection to the reason of a run. A text that is too long gets the code `too_long`. */
export const reasonOf = ({ code, message, details }: Problem): Reason => ({
  code: details.errors?.some((fault) => fault.code === 'too_long') ? 'too_long' : code,
  message,
});

/** The result of a step whose effect was rejected. A rejected message ends the run. */
function fail(steps: Steps, from: string | null, turn: StepResult, failure: Problem, facts: Facts): StepResult {
  const { code, message } = reasonOf(failure);
  if (turn.effects[0]?.kind === 'send') return end({ ...turn.run, stepId: from }, 'FAILED', code, message);
  return interpret(steps, turn.run, { kind: 'failed', code, message }, facts);
}

type Outside = { pending: Pending; stored: Stored | null } | null;

/** Performs the database effects of a step; an outside effect is only recorded. */
async function performEffects(
  platform: Platform,
  work: Work,
  { row, conversation, agentId }: Going,
  { turn, from, steps, facts }: { turn: StepResult; from: string | null; steps: Steps; facts: Facts },
): Promise<{ run: Run; outside: Outside }> {
  let { run } = turn;
  let outside: Outside = null;
  const open: Effect[] = [...turn.effects];
  for (let effect = open.shift(); effect; effect = open.shift()) {
    const key = `flow:${row.id}:${run.stepCount}`;
    if (effect.kind === 'send') {
      const pending: Pending = { kind: 'send', stepId: from, draft: effect.draft, key, tries: 0, retryAt: null };
      const isPlain = effect.draft.mediaUrl === undefined;
      outside = { pending, stored: isPlain ? await storeSend(platform, work, conversation, pending, null) : null };
    } else if (isOutside(effect)) {
      outside = { pending: { ...effect, key }, stored: null };
    } else {
      const result = await performEffect(work, { agentId, conversation }, effect);
      const answered = interpret(steps, run, result, facts);
      run = answered.run;
      open.push(...answered.effects);
    }
  }
  return { run, outside };
}

export async function storeSend(
  platform: Platform,
  work: Work,
  conversation: ConversationRow | null,
  { draft, key }: { draft: Draft; key: string },
  media: SendingMedia,
): Promise<Stored> {
  if (!conversation) throw new Problem('not_found', 'The run has no conversation');
  const { mediaUrl: _mediaUrl, ...said } = draft;
  return storeOutgoing(platform, work, conversation, { author: 'FLOW', draft: said, idempotencyKey: key }, media);
}

async function saveRun(platform: Platform, work: Work, row: RunRow, run: Run, outside: Outside): Promise<Next> {
  updateRun(work.db, row, {
    ...toRunColumns(run),
    // The engine resumes an outside effect by itself; a run that simply continues is due now.
    due_at: run.state === 'RUNNING' ? (outside ? null : work.now) : run.dueAt,
    answer: null,
    effect: outside ? JSON.stringify(outside.pending) : null,
    message_id: outside?.stored?.message.id ?? null,
    updated_at: work.now,
  });
  if (!isOpen(run.state)) await recordEnd(work, row, run.state as Parameters<typeof recordEnd>[2], run.stepId);
  // The customer has written in vain, although nothing failed.
  const isLoop = run.reason?.code === 'step_limit';
  if (run.state === 'FAILED' || isLoop) return toNext(await callPerson(platform, work, row, run.reason));
  if (!outside) return run.state === 'RUNNING' ? { kind: 'again' } : { kind: 'rest' };
  if (outside.pending.kind !== 'send') return { kind: 'call', pending: outside.pending };
  return outside.stored ? { kind: 'deliver', stored: outside.stored } : { kind: 'fetch', draft: outside.pending.draft };
}

/** Checks the outcome of a run's message. Returns null if the run can continue. */
async function settleSend(
  platform: Platform,
  work: Work,
  row: RunRow,
  pending: Extract<Pending, { kind: 'send' }>,
): Promise<Next | null> {
  const message = row.message_id === null ? null : findMessageById(work.db, work.workspace.id, row.message_id);
  // After a person has taken over, a message that was not sent yet is dropped.
  const isWanted = row.state !== 'INTERRUPTED';
  if (!message && isWanted) return { kind: 'fetch', draft: pending.draft };
  // An answer proves that the question arrived.
  if (!message || row.answer !== null || ['SENT', 'DELIVERED', 'READ'].includes(message.status)) return goOn(work, row);
  // The inbox determines the outcome and emits `message.status`.
  if (message.status !== 'FAILED') return { kind: 'rest' };
  const { code, message: detail }: { code: string; message: string } = JSON.parse(message.error ?? '{"code":"failed"}');
  if (code === 'unknown_outcome') return goOn(work, row);
  if (maySendAgain(code) && pending.tries < mostSends && isWanted) {
    const waitMs = code === 'not_sent' ? 0 : resendAfterMs * 2 ** pending.tries;
    const retryAt = pending.retryAt ?? new Date(Date.parse(work.now) + waitMs).toISOString();
    const leftMs = Date.parse(retryAt) - Date.parse(work.now);
    // A remaining wait longer than the full one means that the clock was set back.
    if (leftMs <= 0 || leftMs > waitMs) return { kind: 'fetch', draft: pending.draft };
    updateRun(work.db, row, { effect: JSON.stringify({ ...pending, retryAt }) });
    return { kind: 'rest', againAtMs: Date.parse(retryAt) };
  }
  // The run is already at the next step; its end is recorded at the step that sent the message.
  const wasOpen = isOpen(row.state);
  const from = { ...row, step_id: pending.stepId };
  const reason = { code, message: detail ?? 'The message could not be sent' };
  await endRun(work, from, 'FAILED', reason);
  const left = wasOpen ? { step_id: pending.stepId } : {};
  updateRun(work.db, row, { effect: null, message_id: null, ...left });
  return isWanted ? toNext(await callPerson(platform, work, row, reason, message)) : { kind: 'rest' };
}

export const toNext = (stored: Stored | null): Next => (stored?.fresh ? { kind: 'deliver', stored } : { kind: 'rest' });

function goOn(work: Work, row: RunRow): null {
  row.effect = null;
  row.message_id = null;
  updateRun(work.db, row, { effect: null, message_id: null });
  return null;
}

/** Stores a message whose media were fetched, or a message that is retried. */
export async function storeFetched(platform: Platform, work: Work, row: RunRow, media: SendingMedia): Promise<Next> {
  const pending = pendingOf(row);
  if (pending?.kind !== 'send' || row.conversation_id === null) return { kind: 'rest' };
  const conversation = await findConversation(work.db, work.workspace.id, row.conversation_id);
  const stored = await storeSend(platform, work, conversation, pending, media);
  const tried: Pending = { ...pending, tries: pending.tries + 1, retryAt: null };
  updateRun(work.db, row, { effect: JSON.stringify(tried), message_id: stored.message.id, updated_at: work.now });
  return stored.fresh ? { kind: 'deliver', stored } : { kind: 'again' };
}

/** Continues a run with the result of a call, unless the run has ended meanwhile. */
export async function takeResult(
  platform: Platform,
  work: Work,
  row: RunRow,
  key: string,
  result: Input,
): Promise<Next> {
  const pending = pendingOf(row);
  if (pending?.key !== key) return { kind: 'rest' };
  if (!isOpen(row.state)) {
    updateRun(work.db, row, { effect: null });
    return { kind: 'rest' };
  }
  const conversation =
    row.conversation_id === null ? null : await findConversation(work.db, work.workspace.id, row.conversation_id);
  const flow = await findFlow(work.db, work.workspace.id, row.flow_id);
  const steps = stepsOfVersion(work, row.version_id);
  const facts = await readFacts(work, flow?.ai_agent_id ?? '', conversation, []);
  return saveRun(platform, work, row, interpret(steps, toRun(row), result, facts).run, null);
}
