import type { Work } from '../../../platform/work/work.ts';
import { assignAgain } from '../conversations/assign.ts';
import { announceWait, changeStatus, reload, shownChanged } from '../conversations/open-conversation.ts';
import { readResolvedFrom } from '../conversations/resolved-from.ts';
import { findInboundAfter } from '../message-log.ts';
import { type ConversationRow, type MessageRow, updateConversation } from '../store.ts';
import { forgetWait, recordWait } from './waits.store.ts';
import { type EndedWait, earliest, hasPublishedAgent, readEndedWait } from './waits.ts';

type Changes = Parameters<typeof updateConversation>[3];

/** The `handoffType` of a conversation in which something of the shop did not arrive. */
const sendFailed = 'SEND_FAILED';

/**
 * Updates the conversation of a message that has become FAILED: lists show the reason, and the wait that it had ended
 * begins again as it was. With `callsPerson` the customer waits for a person in any case: the conversation is taken from
 * the agent and opened again. Without it, only the earlier wait is restored. A campaign reports its failures itself.
 */
export async function takeBackAnswer(work: Work, message: MessageRow, callsPerson: boolean): Promise<void> {
  const before = await reload(work, message.conversation_id);
  const shown = { ...shownChanged(before, message), updated_at: work.now };
  const ended = readEndedWait(message);
  if (ended) forget(work, message, ended);
  if (message.author === 'CAMPAIGN') return updateConversation(work.db, work.workspace.id, before.id, shown);
  if (callsPerson) return callPerson(work, before, message, shown);
  const changes = { ...shown, ...(ended && before.status !== 'RESOLVED' ? waitAgain(work, before, ended) : {}) };
  await updateConversation(work.db, work.workspace.id, before.id, changes);
  await announceWait(work, before, await reload(work, before.id));
}

/** The columns of a conversation whose customer waits as before the answer: for a person unless an agent answers. */
function waitAgain(work: Work, before: ConversationRow, ended: EndedWait): Changes {
  const isPersons = before.status === 'HANDED_OFF' || !hasPublishedAgent(work, before);
  const since = ended.waiting_since ?? (isPersons ? ended.unanswered_since : undefined);
  return {
    ...unansweredAgain(before, ended),
    ...(since === undefined ? {} : { waiting_since: earliest(before.waiting_since, since) }),
  };
}

const unansweredAgain = (before: ConversationRow, ended: EndedWait | null): Changes =>
  ended?.unanswered_since === undefined
    ? {}
    : { unanswered_since: earliest(before.unanswered_since, ended.unanswered_since) };

async function callPerson(work: Work, before: ConversationRow, message: MessageRow, shown: Changes): Promise<void> {
  const earlier = before.status === 'RESOLVED' ? readResolvedFrom(before.resolved_from) : {};
  const reopened = { ...earlier, ...(await assignAgain(work, earlier)) };
  const present = { ...before, ...reopened };
  const isAgents = present.status === 'ACTIVE' && hasPublishedAgent(work, present);
  const changes = {
    ...reopened,
    ...unansweredAgain(before, readEndedWait(message)),
    ...shown,
    ...(before.status === 'RESOLVED' ? { resolved_from: null } : {}),
    ...(isAgents ? { handoff_type: sendFailed } : {}),
    waiting_since: earliest(present.waiting_since, waitedSince(message)),
    snoozed_until: null,
  };
  const status = isAgents ? 'HANDED_OFF' : present.status;
  if (status !== before.status) {
    await changeStatus(work, before, status, changes);
    return;
  }
  await updateConversation(work.db, work.workspace.id, before.id, changes);
  await announceWait(work, before, await reload(work, before.id));
}

/** Since when a customer waits for a person after the failure of a message: as before it, else since it was written. */
function waitedSince(message: MessageRow): string {
  const ended = readEndedWait(message);
  return ended?.waiting_since ?? ended?.unanswered_since ?? message.written_at;
}

/**
 * Updates the conversation of a FAILED message that has arrived after all: the wait that its failure had restored ends,
 * unless the customer has written since, and the conversation returns to the agent from whom the failure took it.
 */
export async function restoreAnswer(work: Work, message: MessageRow): Promise<void> {
  const before = await reload(work, message.conversation_id);
  const shown = { ...shownChanged(before, message), updated_at: work.now };
  const ended = readEndedWait(message);
  if (message.author === 'CAMPAIGN') return updateConversation(work.db, work.workspace.id, before.id, shown);
  if (ended) record(work, message, ended);
  const next = findInboundAfter(work.db, work.workspace.id, before.id, message.seq)?.written_at ?? null;
  const wasCalled = before.waiting_since === waitedSince(message);
  const changes = {
    ...shown,
    ...(wasCalled ? { waiting_since: next } : {}),
    ...(ended && before.unanswered_since === ended.unanswered_since ? { unanswered_since: next } : {}),
  };
  // Somebody else may be called for another message by now.
  const isFree = wasCalled && before.assigned_to === null && before.assigned_to_user_id === null && next === null;
  if (before.status === 'HANDED_OFF' && before.handoff_type === sendFailed && isFree) {
    await changeStatus(work, before, 'ACTIVE', changes);
  } else {
    await updateConversation(work.db, work.workspace.id, before.id, changes);
  }
}

/** A wait that did not end counts in no figure. */
function forget(work: Work, message: MessageRow, ended: EndedWait): void {
  for (const [kind, since] of recorded(message, ended)) forgetWait(work, kind, since, ended.answered_at);
}

function record(work: Work, message: MessageRow, ended: EndedWait): void {
  for (const [kind, since] of recorded(message, ended)) recordWait({ ...work, now: ended.answered_at }, kind, since);
}

/** The waits that `afterShop` has recorded for an answer. */
const recorded = ({ author }: MessageRow, ended: EndedWait) => [
  ...(ended.unanswered_since === undefined ? [] : [['ANSWER', ended.unanswered_since] as const]),
  ...(ended.waiting_since === undefined || author !== 'HUMAN' ? [] : [['PERSON', ended.waiting_since] as const]),
];
