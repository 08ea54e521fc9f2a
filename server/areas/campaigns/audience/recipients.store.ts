import { sql, type Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../../platform/database/database.ts';
import { fold } from '../../../platform/database/fold.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { type PageWish, readPage } from '../../../platform/database/read-page.ts';
import type { Work } from '../../../platform/work/work.ts';
import { type CampaignRow, likePart, type Place } from '../store.ts';
import type { Recipient, RecipientStatus, SkipReason } from './audience.schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    campaign_recipients: Table<
      'campaign_recipients',
      {
        status: RecipientStatus;
        reason: SkipReason | null;
      }
    >;
  }
}

export type RecipientRow = Row<'campaign_recipients'>;
type Changes = Omit<
  Updateable<Tables['campaign_recipients']>,
  'seq' | 'id' | 'workspace_id' | 'audience_id' | 'created_at'
>;

/** An audience row before it is inserted. */
export interface RecipientDraft {
  contactId: string | null;
  /** Not stored for a person with a contact. */
  phone: string | null;
  name: string | null;
  variables: Record<string, string>;
  skipped: SkipReason | null;
}

/** A recipient with the present number of the contact. */
export type ShownRecipient = RecipientRow & { contact_phone: string | null };

/** The number of a recipient; null while the contact hides it, and once it was deleted. */
export const numberOf = ({ phone, contact_phone: ofContact }: ShownRecipient): string | null => phone ?? ofContact;

export const toRecipient = (row: ShownRecipient): Recipient => ({
  id: row.id,
  phone: numberOf(row),
  contactId: row.contact_id,
  name: row.name,
  variables: JSON.parse(row.variables),
  status: row.status,
  reason: row.status === 'SKIPPED' ? row.reason : null,
  error: row.error === null ? null : JSON.parse(row.error),
  content: row.content,
  attempts: row.attempts,
  messageId: row.message_id,
  providerMessageId: row.provider_message_id,
  sentAt: row.sent_at,
  deliveredAt: row.delivered_at,
  readAt: row.read_at,
  repliedAt: row.replied_at,
  optedOutAt: row.opted_out_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

type NewRow = Pick<
  RecipientRow,
  | 'id'
  | 'workspace_id'
  | 'audience_id'
  | 'contact_id'
  | 'phone'
  | 'name'
  | 'name_folded'
  | 'variables'
  | 'status'
  | 'reason'
  | 'created_at'
  | 'updated_at'
>;

const insertRow = prepareQuery((db, row: NewRow) => db.insertInto('campaign_recipients').values(row));

export function insertRecipients(work: Work, audienceId: string, drafts: RecipientDraft[]): void {
  for (const { contactId, phone, name, variables, skipped } of drafts) {
    insertRow(work.db, {
      id: work.newId('crec'),
      workspace_id: work.workspace.id,
      audience_id: audienceId,
      contact_id: contactId,
      phone: contactId === null ? phone : null,
      name,
      name_folded: fold(name ?? ''),
      variables: JSON.stringify(variables),
      status: skipped === null ? 'PENDING' : 'SKIPPED',
      reason: skipped,
      created_at: work.now,
      updated_at: work.now,
    }).run();
  }
}

const updateRow = prepareQuery((db, workspaceId: string, id: string, changes: Changes) =>
  db.updateTable('campaign_recipients').set(changes).where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export function updateRecipient(work: Place, id: string, changes: Changes): void {
  updateRow(work.db, work.workspace.id, id, { ...changes, updated_at: work.now }).run();
}

export const skipRecipient = (work: Place, id: string, reason: SkipReason): void =>
  updateRecipient(work, id, { status: 'SKIPPED', reason });

const selectNext = prepareQuery((db, workspaceId: string, audienceId: string) =>
  db
    .selectFrom('campaign_recipients')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('audience_id', '=', audienceId)
    .where('status', '=', 'PENDING')
    .orderBy('attempts')
    .orderBy('seq')
    .limit(1),
);

/** The next PENDING recipient; those with fewer attempts come first. */
export const nextRecipient = (db: Db, workspaceId: string, audienceId: string): RecipientRow | null =>
  selectNext(db, workspaceId, audienceId).first() ?? null;

const selectById = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('campaign_recipients').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export const findRecipient = (db: Db, workspaceId: string, id: string): RecipientRow | null =>
  selectById(db, workspaceId, id).first() ?? null;

const selectByMessage = prepareQuery((db, workspaceId: string, messageId: string) =>
  db
    .selectFrom('campaign_recipients')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('message_id', '=', messageId),
);

export const findByMessage = (db: Db, workspaceId: string, messageId: string): RecipientRow | null =>
  selectByMessage(db, workspaceId, messageId).first() ?? null;

/** Up to `limit` rows of an audience after a `seq`, in audience order. */
export const readPart = (
  db: Db,
  { workspace_id: workspaceId, audience_id: audienceId }: Pick<RecipientRow, 'workspace_id' | 'audience_id'>,
  afterSeq: number,
  limit: number,
): Promise<ShownRecipient[]> =>
  selectShown(db, workspaceId, audienceId).where('r.seq', '>', afterSeq).orderBy('r.seq').limit(limit).execute();

const selectShown = (db: Db, workspaceId: string, audienceId: string) =>
  db
    .selectFrom('campaign_recipients as r')
    .leftJoin('contacts as c', 'c.id', 'r.contact_id')
    .selectAll('r')
    .select('c.phone as contact_phone')
    .where('r.workspace_id', '=', workspaceId)
    .where('r.audience_id', '=', audienceId);

/** The recipient at a place in audience order, from 0, without those who are skipped. */
export const nthRecipient = async (
  db: Db,
  workspaceId: string,
  audienceId: string,
  at: number,
): Promise<ShownRecipient | null> =>
  (await selectShown(db, workspaceId, audienceId)
    .where('r.status', '<>', 'SKIPPED')
    .orderBy('r.seq')
    .offset(at)
    .limit(1)
    .executeTakeFirst()) ?? null;

export interface RecipientFilter {
  search?: string | undefined;
  status?: RecipientStatus[] | undefined;
}

/** A page in audience order, and the total. */
export async function listRecipients(
  db: Db,
  workspaceId: string,
  audienceId: string,
  filter: RecipientFilter,
  wish: PageWish,
): Promise<{ rows: ShownRecipient[]; total: number }> {
  let query = selectShown(db, workspaceId, audienceId);
  if (filter.status) query = query.where('r.status', 'in', filter.status);
  if (filter.search !== undefined) {
    const digits = filter.search.replaceAll(/\D/g, '');
    const isNumber = digits !== '' && /^[\d\s()+./-]+$/.test(filter.search);
    const column = isNumber ? sql`coalesce(r.phone, c.phone)` : sql.ref('r.name_folded');
    query = query.where(sql<boolean>`${column} like ${likePart(isNumber ? digits : filter.search)} escape '\\'`);
  }
  return readPage(db, query.orderBy('r.seq'), wish);
}

const selectLastClaim = prepareQuery((db, workspaceId: string, contactId: string, channelId: string) =>
  db
    .selectFrom('campaign_recipients as r')
    .innerJoin('campaigns as c', 'c.audience_id', 'r.audience_id')
    .select((build) => build.fn.max('r.claimed_at').as('at'))
    .where('r.workspace_id', '=', workspaceId)
    .where('r.contact_id', '=', contactId)
    .where('c.channel_id', '=', channelId),
);

/** The time at which a campaign of the channel last sent to the contact. */
export const lastClaimOf = (db: Db, workspaceId: string, contactId: string, channelId: string): string | null =>
  selectLastClaim(db, workspaceId, contactId, channelId).first()?.at ?? null;

const selectClaims = prepareQuery((db, workspaceId: string, audienceId: string, after: number, before: number) =>
  db
    .selectFrom('campaign_recipients')
    .select(['status', 'claim_number', sql<string | null>`error ->> '$.code'`.as('code')])
    .where('workspace_id', '=', workspaceId)
    .where('audience_id', '=', audienceId)
    .where('claim_number', '>', after)
    .where('claim_number', '<', before)
    .where('status', 'not in', ['PENDING', 'SENDING', 'UNKNOWN'])
    .orderBy('claim_number', 'desc')
    .limit(claimsAtOnce),
);
const claimsAtOnce = 200;

/** A send that has ended, with the code of its failure. */
interface Result {
  status: RecipientStatus;
  code: string;
}

/** Yields the sends since the campaign last started, newest first; open ones excluded. */
export function* latestResults(
  db: Db,
  { workspace_id: workspaceId, audience_id: audienceId, watched_from: from, claim_count: last }: CampaignRow,
): Generator<Result> {
  let before = last + 1;
  for (;;) {
    const rows = selectClaims(db, workspaceId, audienceId, from, before).all();
    for (const { status, code } of rows) yield { status, code: code ?? '' };
    if (rows.length < claimsAtOnce) return;
    before = rows.at(-1)?.claim_number ?? 0;
  }
}
