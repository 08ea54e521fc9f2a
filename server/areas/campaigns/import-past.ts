import type { Work } from '../../platform/work/work.ts';
import { insertRecipients, type RecipientDraft, updateRecipient } from './audience/recipients.store.ts';
import { insertCampaign, updateCampaign } from './store.ts';

export interface PastRecipient {
  contactId: string;
  name: string | null;
  /** The text that was sent. */
  content: string;
  /** Milliseconds after the send; null when it did not happen. */
  readAfterMs: number | null;
  repliedAfterMs: number | null;
}

export interface PastCampaign {
  name: string;
  channelId: string;
  templateId: string;
  sendIntervalMs: number;
  recipients: PastRecipient[];
}

/** Stores a completed campaign that starts at `work.now`. Sends nothing. */
export async function importPastCampaign(work: Work, past: PastCampaign): Promise<void> {
  const { db, workspace, now } = work;
  const audienceId = work.newId('aud');
  const campaign = await insertCampaign(
    work,
    {
      id: work.newId('camp'),
      name: past.name,
      channel_id: past.channelId,
      template_id: past.templateId,
      timezone: workspace.timezone,
      audience_source: 'CONTACTS',
      stop_on_reply: 1,
      send_interval_ms: past.sendIntervalMs,
      header_file_id: null,
      mappings: JSON.stringify([{ variable: '1', source: 'CONTACT', value: 'name' }]),
    },
    audienceId,
  );
  const drafts: RecipientDraft[] = past.recipients.map(({ contactId, name }) => ({
    contactId,
    phone: null,
    name,
    variables: {},
    skipped: null,
  }));
  insertRecipients(work, audienceId, drafts);
  const rows = await db
    .selectFrom('campaign_recipients')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('audience_id', '=', audienceId)
    .orderBy('seq')
    .execute();
  const begin = Date.parse(now);
  for (const [index, { id }] of rows.entries()) {
    const { content, readAfterMs, repliedAfterMs } = past.recipients[index] as PastRecipient;
    const sentMs = begin + index * past.sendIntervalMs;
    const later = (ms: number | null) => (ms === null ? null : new Date(sentMs + ms).toISOString());
    updateRecipient(work, id, {
      status: repliedAfterMs !== null ? 'REPLIED' : readAfterMs !== null ? 'READ' : 'DELIVERED',
      attempts: 1,
      claim_number: index + 1,
      content,
      claimed_at: later(0),
      sent_at: later(0),
      delivered_at: later(1_500),
      read_at: later(readAfterMs),
      replied_at: later(repliedAfterMs),
    });
  }
  const finished = new Date(begin + rows.length * past.sendIntervalMs).toISOString();
  await updateCampaign(work, campaign.id, {
    status: 'COMPLETED',
    claim_count: rows.length,
    started_at: now,
    finished_at: finished,
  });
}
