import { type Operations, operation } from '../../../http/operation.ts';
import { agentTarget, isOpenAt, listCatalogItems, toCatalogItem } from '../../agents/index.ts';
import { decideReply } from '../decide/decide-reply.ts';
import type { PastLine, ReplyContext, ReplyDecision } from '../reply.ts';
import { isMiss } from '../turns/settle-reply.ts';
import { type Line, Tried, TryDraft } from './try.schemas.ts';

/** A customer whom no shop has. */
const stranger = { name: null, phone: '+15005550006' };
/** As many lines as a real reply reads. */
const linesOfHistory = 20;

const authors = { CUSTOMER: 'CONTACT', AGENT: 'AGENT' } as const;

/** The part of a reply's context that comes from the conversation. */
function readLines(lines: Line[], now: string) {
  const past = lines.slice(0, -1);
  const replies = past.filter((line) => line.from === 'AGENT');
  const history: PastLine[] = past.map(({ from, text }) => ({ author: authors[from], text, at: now }));
  return {
    history: history.slice(-linesOfHistory),
    text: lines.at(-1)?.text ?? '',
    isFirstReply: replies.length === 0,
    missesInARow: replies.length - 1 - replies.findLastIndex((line) => !line.isMiss),
    hasToldClosed: replies.some(({ toldClosed }) => toldClosed),
    repliesInLastHour: 0,
    proposal: replies.at(-1)?.proposal ?? null,
  } satisfies Partial<ReplyContext>;
}

const textOf = (decision: ReplyDecision): string | null =>
  ('text' in decision ? decision.text?.trim().slice(0, 4_096) : null) || null;

export const tryOperations = {
  tryAgent: operation({
    method: 'post',
    path: '/owner/agents/{id}/try',
    scope: 'owner',
    summary: 'Ask an agent what it would reply',
    description:
      'Whatever its status, with what is saved and the time of now. A connected model is asked as for a customer; ' +
      'what it would have done is named and not done. Nothing is sent or stored.',
    tx: 'none',
    target: agentTarget,
    body: TryDraft,
    success: 200,
    response: Tried,
    async run({ platform, db, workspace, target: agent, body, now }) {
      const said = readLines(body.lines, now);
      const items = (await listCatalogItems(db, workspace.id, agent.id)).map(toCatalogItem);
      const decision = await decideReply(platform, { workspace, agent, items, contact: stranger, now, ...said });
      const { kind, trace, usedTools = [] } = decision;
      const text = textOf(decision);
      const isOpen = isOpenAt(agent.businessHours, workspace.timezone, now, now);
      return {
        kind,
        text,
        reason: 'reason' in decision ? decision.reason : null,
        summary: kind === 'handoff' ? decision.summary : null,
        tools: usedTools.map(({ tool }) => tool),
        trace,
        isMiss: isMiss(decision),
        proposal: decision.proposes ?? null,
        toldClosed: text !== null && kind !== 'handoff' && !isOpen && !said.hasToldClosed,
      };
    },
  }),
} satisfies Operations;
