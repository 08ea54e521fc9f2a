import { dayOf } from '../../../platform/text/days.ts';
import type { Work } from '../../../platform/work/work.ts';
import { countFor } from './counters.store.ts';
import { firstReplyKind } from './first-reply-times.ts';

/** Counts the replies in an imported conversation as if the agent had sent them at their times. */
export function countPastReplies(
  work: Pick<Work, 'db' | 'workspace'>,
  agentId: string,
  messages: { author: string; at: string }[],
): void {
  const count = (kind: string, now: string) => countFor({ ...work, now }, agentId, kind);
  const replies = messages.filter(({ author }) => author === 'AGENT');
  for (const { at } of replies) count('reply', at);
  const days = new Map(replies.map(({ at }) => [dayOf(work.workspace.timezone, at), at]));
  for (const at of days.values()) count('conversation', at);
  const [[asked], [firstReply]] = [messages, replies];
  if (asked && firstReply) count(firstReplyKind(Date.parse(firstReply.at) - Date.parse(asked.at)), firstReply.at);
  const person = messages.find(({ author }) => author === 'HUMAN');
  if (person && firstReply) count('handoff.human_reply', person.at);
}
