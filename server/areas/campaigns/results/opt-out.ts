import { z } from 'zod';
import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fill } from '../../../platform/text/fill.ts';
import type { Language } from '../../../platform/text/languages.ts';
import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import { defineJob } from '../../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import type { ChannelRow, PreferenceEvent } from '../../channels/index.ts';
import { messageReceived, messageStatus } from '../../events.ts';
import { type Message, notifyContact, toNamedPerson } from '../../inbox/index.ts';
import {
  type CampaignWish,
  type ContactRow,
  findContactById,
  identifyPerson,
  presentContactId,
  recognizePerson,
  takeWish,
} from '../../people/index.ts';
import { readOptOutWord, readSendingRules } from '../sending/sending-rules.ts';
import { leaveCampaigns } from './leave-campaigns.ts';
import { findSender } from './read-wish.ts';
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

/** Opts a person out or in; a wish in a message is confirmed once. A wish that changes nothing gets no reply. */
async function settleWish(work: Work, contact: ContactRow, wish: CampaignWish): Promise<void> {
  if (!(await takeWish(work, contact, wish))) return;
  if (wish.by !== 'word' && wish.wish === 'stop') leaveCampaigns(work, contact, work.now);
  if (wish.in === null) return;
  const input = { contactId: contact.id, wish: wish.wish, messageId: wish.in };
  await work.enqueue(confirmOptOut, input, { key: `opt-out:${wish.in}` });
}

/** Takes a wish that a person stated by the vendor's own means. */
export async function receivePreference(work: Work, _channel: ChannelRow, event: PreferenceEvent): Promise<'done'> {
  const { wish, by, at, providerMessageId } = event;
  const naming = { evidence: 'message', at } as const;
  const person = toNamedPerson(event.person);
  // A stranger's opt-out is stored; a stranger's opt-in is ignored.
  const contact = await (wish === 'stop' ? identifyPerson : recognizePerson)(work, person, naming);
  if (contact) await settleWish(work, contact, { wish, by, at, in: providerMessageId });
  return 'done';
}

/** Returns true for the customer's correction of a message. */
const isCorrection = (event: EventRecord): event is EventRecord<Message> =>
  messageStatus.is(event) && event.data.direction === 'INBOUND' && event.previous?.content !== undefined;

/**
 * Reads wishes in the customers' messages, also in what they corrected, and the vendor's refusal to send campaigns to a person: she has left at the
 * vendor.
 */
export const handleOptOuts: Subscriber = {
  name: 'opt-outs',
  async handle(events, { db, now, platform }) {
    for (const event of events) {
      const settle = async ({ id }: Message, wish: CampaignWish | null): Promise<void> => {
        const workspace = wish && (await findWorkspace(db, event.workspaceId));
        const contact = wish && findSender(db, event.workspaceId, id);
        if (workspace && contact) await settleWish(platform.workIn(db, workspace, systemActor), contact, wish);
      };
      if (messageReceived.is(event) || isCorrection(event)) await settle(event.data, readWord(db, event));
      else if (messageStatus.is(event)) await settle(event.data, readRefusal(event.data, now));
    }
  },
};

function readWord(db: Db, { workspaceId, data }: EventRecord<Message>): CampaignWish | null {
  const wish = readOptOutWord(db, workspaceId, data.content);
  return wish && { wish, by: 'word', at: data.editedAt ?? data.sentAt ?? data.createdAt, in: data.id };
}

const readRefusal = ({ status, error }: Message, now: string): CampaignWish | null =>
  status === 'FAILED' && error?.code === 'opted_out' ? { wish: 'stop', by: 'refusal', at: now, in: null } : null;
