import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { ContactRow } from '../../people/index.ts';
import { skipRecipient, updateRecipient } from '../audience/recipients.store.ts';
import type { Place } from '../store.ts';

/** Time after the send in which a person's message or opt-out counts as the answer to a campaign. */
const answersCountForMs = 7 * dayMs;

const selectOfPerson = prepareQuery((db, workspaceId: string, contactId: string, phone: string) =>
  db
    .selectFrom('campaign_recipients as r')
    .innerJoin('campaigns as p', 'p.audience_id', 'r.audience_id')
    .select(['r.id', 'r.status', 'r.sent_at', 'r.replied_at', 'p.status as campaign_status', 'p.stop_on_reply'])
    .where('r.workspace_id', '=', workspaceId)
    .where((where) => where.or([where('r.contact_id', '=', contactId), where('r.phone', '=', phone)])),
);

/** The recipients that are a person: `isNext` is still to be sent to, `answers` was sent to in the week before `at`. */
export function recipientsOf(work: Place, { id, phone }: ContactRow, at: string) {
  const earliest = new Date(Date.parse(at) - answersCountForMs).toISOString();
  return selectOfPerson(work.db, work.workspace.id, id, phone ?? '')
    .all()
    .map(({ campaign_status: campaign, ...recipient }) => ({
      ...recipient,
      isNext: recipient.status === 'PENDING' && (campaign === 'RUNNING' || campaign === 'PAUSED'),
      answers: recipient.sent_at !== null && recipient.sent_at >= earliest && recipient.status !== 'FAILED',
    }));
}

/** Skips a person who opted out without a message, and notes the opt-out with the campaigns that she got. */
export function leaveCampaigns(work: Place, contact: ContactRow, at: string): void {
  for (const { id, isNext, answers } of recipientsOf(work, contact, at)) {
    if (isNext) skipRecipient(work, id, 'opted_out');
    else if (answers) updateRecipient(work, id, { opted_out_at: at });
  }
}
