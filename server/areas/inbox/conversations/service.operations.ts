import type { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { Conversation } from '../schemas.ts';
import { type ConversationRow, findConversation, readQueue, toConversation } from '../store.ts';
import { conversation } from './conversations.operations.ts';
import { countNotes, insertNote, listNotes, markNote, toNote } from './notes.store.ts';
import { Note, NoteDraft, Queue, Snooze } from './service.schemas.ts';
import { reopen, snooze, updateService } from './service.ts';

const mostNotes = 500;

const change = {
  scope: 'conversations.write',
  tx: 'write',
  target: conversation,
  success: 200,
  response: Conversation,
  extension: true,
} as const;

/** Performs a change of the conversation named by the path, and returns it as shown. */
async function changed(
  work: Work & { params: { id: string } },
  run: (row: ConversationRow) => Promise<ConversationRow>,
): Promise<z.input<typeof Conversation>> {
  return toConversation(await run(await required(work)), work.now);
}

async function required({ db, workspace, params }: Work & { params: { id: string } }): Promise<ConversationRow> {
  const row = await findConversation(db, workspace.id, params.id);
  if (!row) throw new Problem('not_found');
  return row;
}

export const serviceOperations = {
  getConversationQueue: operation({
    method: 'get',
    path: '/api/conversations/queue',
    scope: 'conversations.read',
    summary: 'Count the conversations that wait for a person',
    tx: 'read',
    success: 200,
    response: Queue,
    extension: true,
    run: ({ db, workspace, actor }) => readQueue(db, workspace.id, actor.id ?? ''),
  }),

  reopenConversation: operation({
    ...change,
    method: 'post',
    words: 'never',
    path: '/api/conversations/{id}/reopen',
    summary: 'Reopen a RESOLVED conversation as it was before',
    description: 'Restores status, handoff and assignment: a conversation that a person had does not go to the agent.',
    errors: ['invalid_transition'],
    run: (context) => changed(context, (row) => reopen(context, row)),
  }),

  snoozeConversation: operation({
    ...change,
    method: 'post',
    words: 'never',
    path: '/api/conversations/{id}/snooze',
    summary: 'Put a conversation aside until a time or until the customer writes',
    description: 'When its time comes, it waits for a person. A RESOLVED conversation cannot be put aside.',
    body: Snooze,
    errors: ['invalid_transition'],
    run: (context) => changed(context, (row) => snooze(context, row, context.body.until)),
  }),

  unsnoozeConversation: operation({
    ...change,
    method: 'delete',
    words: 'never',
    path: '/api/conversations/{id}/snooze',
    summary: 'Take a conversation up again that was put aside',
    run: (context) => changed(context, (row) => updateService(context, row, { snoozed_until: null })),
  }),

  listNotes: operation({
    method: 'get',
    path: '/api/conversations/{id}/notes',
    scope: 'conversations.read',
    summary: 'List the notes about a conversation',
    description: `Notes are for the shop alone; nothing of them is sent. The newest last, at most ${mostNotes}.`,
    tx: 'read',
    target: conversation,
    success: 200,
    response: listOf(Note),
    extension: true,
    run: async ({ db, workspace, params }) => ({ data: (await listNotes(db, workspace.id, params.id)).map(toNote) }),
  }),

  createNote: operation({
    ...change,
    method: 'post',
    words: 'never',
    path: '/api/conversations/{id}/notes',
    summary: 'Write a note about a conversation',
    body: NoteDraft,
    success: 201,
    response: Note,
    errors: ['too_many'],
    async run(context) {
      const row = await required(context);
      if ((await countNotes(context.db, context.workspace.id, row.id)) >= mostNotes) {
        throw context.fail('too_many', `A conversation can have at most ${mostNotes} notes`);
      }
      const note = await insertNote(context, row.id, context.body.text);
      await updateService(context, row, {});
      return toNote(note);
    },
  }),

  deleteNote: operation({
    ...change,
    method: 'delete',
    words: 'never',
    path: '/api/conversations/{id}/notes/{noteId}',
    summary: 'Delete a note; it can be restored for a day',
    success: 204,
    response: null,
    async run(context) {
      const row = await required(context);
      if (!(await markNote(context, row.id, context.params.noteId, context.now))) throw new Problem('not_found');
      await updateService(context, row, {});
    },
  }),

  restoreNote: operation({
    ...change,
    method: 'post',
    words: 'never',
    path: '/api/conversations/{id}/notes/{noteId}/restore',
    summary: 'Restore a deleted note',
    response: Note,
    async run(context) {
      const row = await required(context);
      const note = await markNote(context, row.id, context.params.noteId, null);
      if (!note) throw new Problem('not_found');
      await updateService(context, row, {});
      return toNote(note);
    },
  }),
} satisfies Operations;
