import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { type ConversationRow, findConversation, findMessageById, storeOutgoing } from '../../inbox/index.ts';
import { act } from '../steps/act.ts';
import { findFlow, findVersion, stepsOf } from '../store.ts';
import { countFlow } from './counts.ts';
import { end, type Steps, step } from './interpret.ts';
import { readFacts } from './read-facts.ts';
import {
  type Draft,
  type Effect,
  type Facts,
  type Input,
  isOpen,
  isOutside,
  type OutsideEffect,
  type Run,
  type Turn,
} from './run.ts';
import { type RunRow, toRun, toRunColumns, updateRun } from './runs.store.ts';
import { endRun, noteEnd } from './start-run.ts';

/** What a run does outside of the database, on disk before it is begun. `key` makes a repeat harmless. */
export type Pending =
  | { kind: 'send'; stepId: string | null; draft: Draft; key: string; tries: number; retryAt: string | null }
  | (OutsideEffect & { key: string });

type SendingMedia = Parameters<typeof storeOutgoing>[4];
export type Stored = Awaited<ReturnType<typeof storeOutgoing>>;

/** What is to be done after the commit. */
export type Next =
  | { kind: 'rest'; againAtMs?: number }
  | { kind: 'again' }
  | { kind: 'fetch'; draft: Draft }
  | { kind: 'deliver'; stored: Stored }
  | { kind: 'call'; pending: OutsideEffect & { key: string } };

/** Steps that do nothing but think: a transaction takes so many of them at once. */
const pureSteps = ['branch', 'set', 'go_to', 'wait', 'end'];
const mostAtOnce = 50;

const mostSends = 5;
const resendAfterMs = 15_000;
/** How a provider, or a crash, says that a message surely was not sent and may be sent again. */
const passing = new Set(['not_sent', 'temporary', 'rate_limited', 'credentials']);

/** A flow may have some megabytes. */
const mostParsed = 50;
const parsed = new Map<string, Steps>();

/** The steps of a frozen version, parsed once. */
function stepsOfVersion(work: Work, versionId: string): Steps {
  let steps = parsed.get(versionId);
  if (!steps) {
    steps = new Map(stepsOf(findVersion(work.db, work.workspace.id, versionId)).map((entry) => [entry.id, entry]));
    if (parsed.size >= mostParsed) parsed.clear();
    parsed.set(versionId, steps);
  }
  return steps;
}

const pendingOf = (row: RunRow): Pending | null => (row.effect === null ? null : JSON.parse(row.effect));

/**
 * Takes a run as far as it goes in one transaction: to the next thing that happens outside, or to a rest. Throws the
 * refusal (`Problem`) of what a step wanted, with nothing written; `failure` is then that refusal, in a second try.
 */
export async function advanceRun(platform: Platform, work: Work, row: RunRow, failure?: Problem): Promise<Next> {
  const pending = pendingOf(row);
  if (pending?.kind === 'send') {
    const held = await settleSend(work, row, pending);
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

/** What the run is to go on with now; null while it rests. */
function inputOf(row: RunRow, now: string): Input | null {
  if (row.state === 'RUNNING') return { kind: 'go' };
  if (row.state === 'WAITING_ANSWER' && row.answer !== null) return { kind: 'answer', text: row.answer };
  return row.due_at !== null && row.due_at <= now ? { kind: 'due' } : null;
}

/** The agent of the flow; null when the run has ended, or ends now because somebody else has the conversation. */
async function keepsRunning(work: Work, row: RunRow, conversation: ConversationRow | null): Promise<string | null> {
  if (!isOpen(row.state)) return null;
  const stop = async (code: string, message: string) => {
    await endRun(work, row, 'INTERRUPTED', { code, message });
    return null;
  };
  const flow = await findFlow(work.db, work.workspace.id, row.flow_id);
  if (!flow) return stop('flow_deleted', 'The flow was deleted');
  if (flow.archived_at !== null) return stop('flow_archived', 'The flow was archived');
  if (row.conversation_id !== null && !conversation) return stop('conversation_gone', 'The conversation has gone');
  if (conversation?.status === 'HANDED_OFF') return stop('handed_off', 'A person has the conversation');
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
    if (input.kind === 'go' && run.stepId !== null) countFlow(work, row.flow_id, 'entered', run.stepId);
    const turn = step(steps, run, input, facts);
    const done = await perform(platform, work, going, {
      turn: failure && taken === 0 ? fail(steps, run.stepId, turn, failure, facts) : turn,
      from: run.stepId,
      steps,
      facts,
    });
    run = done.run;
    outside = done.outside;
    const following = run.state === 'RUNNING' && run.stepId !== null ? steps.get(run.stepId) : undefined;
    // What may be refused comes first in a transaction of its own, so that a refusal undoes nothing else.
    if (outside || !following || !pureSteps.includes(following.type)) break;
  }
  return saveRun(work, row, run, outside);
}

/** The turn after the refusal of what it wanted. What cannot even be sent ends the run. */
function fail(steps: Steps, from: string | null, turn: Turn, { code, message }: Problem, facts: Facts): Turn {
  if (turn.effects[0]?.kind === 'send') return end({ ...turn.run, stepId: from }, 'FAILED', code, message);
  return step(steps, turn.run, { kind: 'failed', code, message }, facts);
}

type Outside = { pending: Pending; stored: Stored | null } | null;

/** Does what a turn wants done in the database; what happens outside is only noted. */
async function perform(
  platform: Platform,
  work: Work,
  { row, conversation, agentId }: Going,
  { turn, from, steps, facts }: { turn: Turn; from: string | null; steps: Steps; facts: Facts },
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
      const result = await act(work, { agentId, conversation }, effect);
      const answered = step(steps, run, result, facts);
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
  if (!conversation) throw new Problem('not_found', 'The run takes place in no conversation');
  const { mediaUrl: _mediaUrl, ...said } = draft;
  return storeOutgoing(platform, work, conversation, { author: 'FLOW', draft: said, idempotencyKey: key }, media);
}

async function saveRun(work: Work, row: RunRow, run: Run, outside: Outside): Promise<Next> {
  updateRun(work.db, row, {
    ...toRunColumns(run),
    // What happens outside is taken up again by itself; a run that only goes on is due now.
    due_at: run.state === 'RUNNING' ? (outside ? null : work.now) : run.dueAt,
    answer: null,
    effect: outside ? JSON.stringify(outside.pending) : null,
    message_id: outside?.stored?.message.id ?? null,
    updated_at: work.now,
  });
  if (!isOpen(run.state)) await noteEnd(work, row, run.state as Parameters<typeof noteEnd>[2], run.stepId);
  if (!outside) return run.state === 'RUNNING' ? { kind: 'again' } : { kind: 'rest' };
  if (outside.pending.kind !== 'send') return { kind: 'call', pending: outside.pending };
  return outside.stored ? { kind: 'deliver', stored: outside.stored } : { kind: 'fetch', draft: outside.pending.draft };
}

/** Looks what became of the message of a run. Null when the run can go on. */
async function settleSend(work: Work, row: RunRow, pending: Extract<Pending, { kind: 'send' }>): Promise<Next | null> {
  const message = row.message_id === null ? null : findMessageById(work.db, work.workspace.id, row.message_id);
  // A person has taken over: what was not said by then is not said any more.
  const isWanted = row.state !== 'INTERRUPTED';
  if (!message && isWanted) return { kind: 'fetch', draft: pending.draft };
  // An answer says that the question was read.
  if (!message || row.answer !== null || ['SENT', 'DELIVERED', 'READ'].includes(message.status)) return goOn(work, row);
  // The inbox finds out what became of it, and tells by `message.status`.
  if (message.status !== 'FAILED') return { kind: 'rest' };
  const { code, message: detail }: { code: string; message: string } = JSON.parse(message.error ?? '{"code":"failed"}');
  if (code === 'unknown_outcome') return goOn(work, row);
  if (passing.has(code) && pending.tries < mostSends && isWanted) {
    const waitMs = code === 'not_sent' ? 0 : resendAfterMs * 2 ** pending.tries;
    const retryAt = pending.retryAt ?? new Date(Date.parse(work.now) + waitMs).toISOString();
    const leftMs = Date.parse(retryAt) - Date.parse(work.now);
    // One that is longer than it was begun is of a clock that was put back since.
    if (leftMs <= 0 || leftMs > waitMs) return { kind: 'fetch', draft: pending.draft };
    updateRun(work.db, row, { effect: JSON.stringify({ ...pending, retryAt }) });
    return { kind: 'rest', againAtMs: Date.parse(retryAt) };
  }
  // A run has moved on when its message is on the way: it ends where that came from.
  const from = { ...row, step_id: pending.stepId };
  await endRun(work, from, 'FAILED', { code, message: detail ?? 'The message could not be sent' });
  const left = isOpen(row.state) ? { step_id: pending.stepId } : {};
  updateRun(work.db, row, { effect: null, message_id: null, ...left });
  return { kind: 'rest' };
}

function goOn(work: Work, row: RunRow): null {
  row.effect = null;
  row.message_id = null;
  updateRun(work.db, row, { effect: null, message_id: null });
  return null;
}

/** Stores the message whose media were fetched, or one that is tried again. */
export async function storeFetched(platform: Platform, work: Work, row: RunRow, media: SendingMedia): Promise<Next> {
  const pending = pendingOf(row);
  if (pending?.kind !== 'send' || row.conversation_id === null) return { kind: 'rest' };
  const conversation = await findConversation(work.db, work.workspace.id, row.conversation_id);
  const stored = await storeSend(platform, work, conversation, pending, media);
  const tried: Pending = { ...pending, tries: pending.tries + 1, retryAt: null };
  updateRun(work.db, row, { effect: JSON.stringify(tried), message_id: stored.message.id, updated_at: work.now });
  return stored.fresh ? { kind: 'deliver', stored } : { kind: 'again' };
}

/** Goes on with what came of a call, unless the run has ended meanwhile. */
export async function takeResult(work: Work, row: RunRow, key: string, result: Input): Promise<Next> {
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
  return saveRun(work, row, step(steps, toRun(row), result, facts).run, null);
}
