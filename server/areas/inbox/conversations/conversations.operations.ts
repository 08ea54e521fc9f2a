import { z } from 'zod';
import { dateRange } from '../../../http/filters.ts';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { Cursor, Flag, pageOf, pageQuery, toPage } from '../../../http/paginate.ts';
import { readOperation } from '../../../http/usual-operations.ts';
import { Problem } from '../../../platform/problem.ts';
import { DayOrTime } from '../../../platform/text/times.ts';
import type { Actor } from '../../../platform/work/work.ts';
import { Conversation, ConversationChange, ConversationStatus, SearchMatch, TemplateAvailability } from '../schemas.ts';
import { readTemplateAvailability } from '../send/template-availability.ts';
import {
  type ConversationFilter,
  countConversations,
  findConversation,
  listConversations,
  toConversation,
} from '../store.ts';
import { changeConversation } from './change-conversation.ts';
import { ConversationOverview } from './overview.schemas.ts';
import { readOverview } from './read-overview.ts';
import { searchConversations } from './search-conversations.ts';

/** The conversation named by the path. */
export const conversation = target(Conversation, async ({ db, platform, workspace, params }: TargetContext<'id'>) => {
  const row = await findConversation(db, workspace.id, params.id);
  return row && toConversation(row, platform.clock.now().toISOString());
});

const ListQuery = z.object({
  ...pageQuery,
  cursor: Cursor,
  status: ConversationStatus.optional().describe('Only conversations in this state.'),
  handoffType: z.string().max(60).optional().describe('Only those that a person has for this reason, such as FLOW.'),
  aiAgentId: z.string().max(64).optional(),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Prefixes of words in a message, the name or the number; accents and case are ignored.'),
  assignee: z
    .string()
    .max(120)
    .optional()
    .describe(
      '`me` (the calling key or person), a user id, a name, or `none`: nobody who can answer has it. A name without an id ' +
        'does not count.',
    ),
  channelId: z.string().max(64).optional().describe('Extension.'),
  stageId: z.string().max(64).optional().describe('Extension: conversations in this stage.'),
  waiting: Flag.describe('Extension: whether the customer waits for a person, in one that is not put aside.'),
  dateFrom: DayOrTime.optional().describe('Extension: last active, or with `search` written, from this day on.'),
  dateTo: DayOrTime.optional().describe('Extension: last active, or with `search` written, until this day, included.'),
  snoozed: Flag.describe('Extension: whether it is put aside.'),
  dialogue: Flag.describe('Extension: whether anybody but a campaign has written in it.'),
});

const availability = {
  method: 'get',
  scope: 'conversations.read',
  tx: 'read',
  target: conversation,
  success: 200,
  response: TemplateAvailability,
} as const;

const availabilityNote =
  'This Frontdesk enforces the limits by template category (`limitIsLocal`); the vendor counts by portfolio, not by category.';

export const conversationOperations = {
  listConversations: operation({
    method: 'get',
    path: '/api/conversations',
    scope: 'conversations.read',
    summary: 'List conversations',
    description:
      'Newest activity first. `page` and `cursor` both work; `cursor` is equally fast at any depth. With `search`, only ' +
      'the newest 500 matching messages count, in `total` too; a word that fills these by itself must match whole.',
    tx: 'read',
    query: ListQuery,
    success: 200,
    response: pageOf(Conversation).extend({
      nextCursor: z.string().nullable(),
      matches: z
        .array(SearchMatch)
        .describe('Extension: with `search`, the newest matching message of each conversation that has one.'),
    }),
    async run({ db, workspace, query, cursors, actor, now }) {
      const place = cursors.read(query.cursor);
      const after = place && { at: String(place[0]), id: String(place[1]) };
      const written = dateRange(workspace.timezone, query);
      const filter = { ...toFilter(query, actor), ...(written.from || written.to ? { written } : {}) };
      // One row more than requested shows whether another page exists.
      const page = { limit: query.limit + 1, offset: (query.page - 1) * query.limit, after };
      const found =
        query.search === undefined
          ? {
              rows: await listConversations(db, workspace.id, filter, after ? { ...page, offset: 0 } : page),
              total: await countConversations(db, workspace.id, filter),
              matches: [],
            }
          : await searchConversations(db, workspace.id, query.search, filter, page);
      const rows = found.rows.slice(0, query.limit);
      const last = found.rows.length > query.limit ? rows.at(-1) : undefined;
      return {
        ...toPage(
          query,
          rows.map((row) => toConversation(row, now)),
          found.total,
        ),
        hasMore: last !== undefined,
        matches: found.matches,
        nextCursor: last ? cursors.write([last.last_message_at, last.id]) : null,
      };
    },
  }),

  getConversation: readOperation({
    path: '/api/conversations/{id}',
    scope: 'conversations.read',
    summary: 'Get a conversation',
    target: conversation,
  }),

  updateConversation: operation({
    method: 'patch',
    path: '/api/conversations/{id}',
    scope: 'conversations.write',
    words: 'never',
    // Flows can insert these texts into messages to the customer.
    sendsAtOnce: ({ assignedTo, assignedToUserId, handoffType }) =>
      Boolean(assignedTo || assignedToUserId || handoffType),
    summary: 'Change status, assignment or stage of a conversation',
    description:
      'ACTIVE and HANDED_OFF change into each other and into RESOLVED, RESOLVED into ACTIVE. RESOLVED to HANDED_OFF, and ' +
      'assigning a RESOLVED conversation, are 422 `invalid_transition`.',
    tx: 'write',
    target: conversation,
    body: ConversationChange,
    success: 200,
    response: Conversation,
    errors: ['invalid_transition', 'unknown_reference'],
    async run(context) {
      const row = await findConversation(context.db, context.workspace.id, context.params.id);
      if (!row) throw new Problem('not_found');
      return toConversation(await changeConversation(context, row, context.body), context.now);
    },
  }),

  getConversationOverview: operation({
    method: 'get',
    path: '/api/conversations/overview',
    scope: 'conversations.read',
    summary: 'Get the conversation overview of seven days',
    description:
      "The workspace's last seven days, including today, compared with the seven before: totals, growth and a sparkline.",
    tx: 'read',
    success: 200,
    response: ConversationOverview,
    run: ({ db, workspace, now }) => readOverview(db, workspace, now),
  }),

  getTemplateAvailability: operation({
    ...availability,
    path: '/api/conversations/{id}/template-availability',
    summary: 'Check whether free text may be sent, and which templates',
    description: availabilityNote,
    run: ({ db, workspace, target, now }) => readTemplateAvailability(db, workspace, target, now),
  }),

  checkUtility: operation({
    ...availability,
    path: '/api/conversations/{id}/utility-check',
    summary: 'Check whether free text may be sent; same as template-availability',
    description: availabilityNote,
    run: ({ db, workspace, target, now }) => readTemplateAvailability(db, workspace, target, now),
  }),
} satisfies Operations;

function toFilter(query: z.output<typeof ListQuery>, actor: Actor): ConversationFilter {
  const { assignee, waiting, snoozed, dialogue } = query;
  return {
    ...(query.status ? { status: query.status } : {}),
    ...(query.handoffType ? { handoffType: query.handoffType } : {}),
    ...(query.aiAgentId ? { aiAgentId: query.aiAgentId } : {}),
    ...(query.channelId ? { channelId: query.channelId } : {}),
    ...(query.stageId ? { stageId: query.stageId } : {}),
    ...(waiting === undefined ? {} : { waiting }),
    ...(snoozed === undefined ? {} : { snoozed }),
    ...(dialogue === undefined ? {} : { dialogue }),
    ...(assignee === undefined
      ? {}
      : { assignee: assignee === 'none' ? 'none' : { user: assignee === 'me' ? (actor.id ?? '') : assignee } }),
  };
}
