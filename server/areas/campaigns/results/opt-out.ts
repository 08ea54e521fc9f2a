import { z } from 'zod';
import { findWorkspace } from '../../../platform/access/workspaces.ts';
import { fill } from '../../../platform/text/fill.ts';
import type { Language } from '../../../platform/text/languages.ts';
import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import { defineJob, insertJob } from '../../../platform/work/jobs.ts';
import { systemActor } from '../../../platform/work/work.ts';
import { messageReceived } from '../../events.ts';
import { notifyContact } from '../../inbox/index.ts';
import { findContactById, forgetOptOut, presentContactId, updateContact } from '../../people/index.ts';
import { readOptOutWord, readSendingRules } from '../sending/sending-rules.ts';
import { findSender } from './track-results.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { ResultWords } from './words.schemas.ts';

const words: Record<Language, ResultWords> = { pt, en, es };

/** Confirms the opt-out or opt-in to the contact. Idempotent by the key of the message. */
export const confirmOptOut = defineJob({
  name: 'confirm an opt-out',
  input: z.object({ contactId: z.string(), wish: z.enum(['stop', 'start']), messageId: z.string() }),
  async run({ platform, workspaceId, input: { contactId, wish, messageId } }) {
    const db = platform.database.read;
    const workspace = workspaceId === null ? null : await findWorkspace(db, workspaceId);
    if (!workspace || !findContactById(db, workspace.id, presentContactId(db, workspace.id, contactId))) return;
    const { stopWords, startWords } = readSendingRules(db, workspace.id);
    const [undo = ''] = wish === 'stop' ? startWords : stopWords;
    const text = fill(words[workspace.language].optOut[wish], { word: undo });
    const notice = { contactId, text, idempotencyKey: `opt-out:${messageId}` };
    const told = await notifyContact(platform, workspace, systemActor, { ...notice, author: 'SYSTEM' });
    if (told.status === 'FAILED') throw new Error(`The confirmation was not sent: ${told.reason}`);
  },
});

/**
 * A message that consists of a stop word opts its sender out of campaigns; a start word opts them in again. Each change
 * is confirmed once; a wish that changes nothing gets no reply.
 */
export const handleOptOuts: Subscriber = {
  name: 'opt-outs',
  async handle(events, { db, now, platform }) {
    for (const event of events) {
      if (!messageReceived.is(event)) continue;
      const { workspaceId } = event;
      const { id: messageId, content } = event.data;
      const wish = readOptOutWord(db, workspaceId, content);
      if (wish === null) continue;
      const workspace = await findWorkspace(db, workspaceId);
      const contact = findSender(db, workspaceId, messageId);
      if (!workspace || !contact || (contact.opted_out_at !== null) === (wish === 'stop')) continue;
      const work = platform.workIn(db, workspace, systemActor);
      if (wish === 'start') await forgetOptOut(work, contact);
      await updateContact(work, contact, { opted_out_at: wish === 'stop' ? now : null });
      const input = { contactId: contact.id, wish, messageId };
      await insertJob(work, workspaceId, confirmOptOut, input, { key: `opt-out:${messageId}` });
    }
  },
};
