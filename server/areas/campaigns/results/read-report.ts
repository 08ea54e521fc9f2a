import type { CsvExport } from '../../../http/export.ts';
import type { Db } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { SkipReason } from '../audience/audience.schemas.ts';
import { numberOf, type RecipientRow, readPart, type ShownRecipient } from '../audience/recipients.store.ts';
import { recipientsExported } from '../events.ts';
import { type CampaignRow, readTotals } from '../store.ts';
import type { CampaignReport } from './report.schemas.ts';

const selectFacts = prepareQuery((db, workspaceId: string, audienceId: string) =>
  db
    .selectFrom('campaign_recipients')
    .select(['status', 'reason', 'error', 'sent_at', 'delivered_at', 'read_at', 'replied_at', 'opted_out_at'])
    .where('workspace_id', '=', workspaceId)
    .where('audience_id', '=', audienceId),
);
type Facts = Pick<
  RecipientRow,
  'status' | 'reason' | 'error' | 'sent_at' | 'delivered_at' | 'read_at' | 'replied_at' | 'opted_out_at'
>;

/** Builds the report of a campaign in one pass over its recipients. */
export async function readReport(db: Db, campaign: CampaignRow, now: string): Promise<CampaignReport> {
  const {
    workspace_id: workspaceId,
    audience_id: audienceId,
    started_at: startedAt,
    finished_at: finishedAt,
  } = campaign;
  const facts: Facts[] = selectFacts(db, workspaceId, audienceId).all();
  const byStatus = (await readTotals(db, workspaceId, [audienceId])).get(audienceId);
  const sent = facts.filter((row) => row.sent_at !== null && row.status !== 'FAILED');
  const count = (column: 'delivered_at' | 'read_at' | 'replied_at' | 'opted_out_at') =>
    sent.filter((row) => row[column] !== null).length;
  const [read, replied, optOuts] = [count('read_at'), count('replied_at'), count('opted_out_at')];
  // A delivery receipt may be missing: a message that was read was delivered.
  const delivered = sent.filter((row) => row.delivered_at !== null || row.read_at !== null).length;
  const failed = facts.filter((row) => row.status === 'FAILED').length;
  const rateOf = (part: number) => (sent.length === 0 ? null : round(part / sent.length, 4));
  return {
    campaignId: campaign.id,
    status: campaign.status,
    byStatus: byStatus as CampaignReport['byStatus'],
    reached: { sent: sent.length, delivered, read, replied, failed },
    rates: {
      delivery: rateOf(delivered),
      read: rateOf(read),
      reply: rateOf(replied),
      failure: sent.length + failed === 0 ? null : round(failed / (sent.length + failed), 4),
      optOut: rateOf(optOuts),
    },
    timeline: toTimeline(facts),
    failures: countFailures(facts),
    skipped: countSkipped(facts),
    medianSecondsToRead: medianSeconds(sent, 'read_at'),
    medianSecondsToReply: medianSeconds(sent, 'replied_at'),
    optOuts,
    startedAt,
    finishedAt,
    durationSeconds: startedAt === null ? null : secondsBetween(startedAt, finishedAt ?? now),
    sendsPerMinute: toPace(sent),
  };
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
const secondsBetween = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1_000);

function toTimeline(facts: Facts[]): CampaignReport['timeline'] {
  const hours = new Map<string, CampaignReport['timeline'][number]>();
  const add = (at: string | null, what: 'sent' | 'read' | 'replied'): void => {
    if (at === null) return;
    const hour = at.slice(0, 13);
    const entry = hours.get(hour) ?? { hour, sent: 0, read: 0, replied: 0 };
    entry[what] += 1;
    hours.set(hour, entry);
  };
  for (const { sent_at: sentAt, read_at: readAt, replied_at: repliedAt } of facts) {
    add(sentAt, 'sent');
    add(readAt, 'read');
    add(repliedAt, 'replied');
  }
  return [...hours.values()]
    .sort((a, b) => (a.hour < b.hour ? -1 : 1))
    .map((entry) => ({ ...entry, hour: `${entry.hour}:00:00.000Z` }));
}

function countFailures(facts: Facts[]): CampaignReport['failures'] {
  const failures = new Map<string, CampaignReport['failures'][number]>();
  for (const { status, error } of facts) {
    if (status !== 'FAILED') continue;
    const { code, message } = JSON.parse(error ?? '{"code":"failed","message":""}');
    const entry = failures.get(code) ?? { code, message, count: 0 };
    entry.count += 1;
    failures.set(code, entry);
  }
  return [...failures.values()].sort((a, b) => b.count - a.count);
}

function countSkipped(facts: Facts[]): CampaignReport['skipped'] {
  const skipped = new Map<SkipReason, number>();
  for (const { status, reason } of facts) {
    if (status === 'SKIPPED' && reason !== null) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  }
  return [...skipped].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

function medianSeconds(sent: Facts[], column: 'read_at' | 'replied_at'): number | null {
  const times = sent.flatMap((row) => {
    const at = row[column];
    return at === null ? [] : [secondsBetween(row.sent_at as string, at)];
  });
  if (times.length === 0) return null;
  const sorted = Float64Array.from(times).sort();
  const middle = sorted.length / 2;
  const median = Number.isInteger(middle)
    ? ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
    : (sorted[Math.floor(middle)] as number);
  return round(median, 1);
}

function toPace(sent: Facts[]): number | null {
  let [first, last] = ['~', ''];
  for (const { sent_at: at } of sent) {
    if ((at as string) < first) first = at as string;
    if ((at as string) > last) last = at as string;
  }
  if (sent.length < 2 || first === last) return null;
  return round(((sent.length - 1) / secondsBetween(first, last)) * 60, 2);
}

const columns = [
  ...['phone', 'name', 'status', 'reason', 'errorCode', 'errorMessage', 'attempts', 'messageId', 'providerMessageId'],
  ...['content', 'sentAt', 'deliveredAt', 'readAt', 'repliedAt', 'optedOutAt', 'contactId'],
];

/** Yields all recipients for an export, in audience order. */
export function recipientRows(db: Db, campaign: CampaignRow): CsvExport<{ seq: number }> {
  const recipients = db
    .selectFrom('campaign_recipients')
    .where('workspace_id', '=', campaign.workspace_id)
    .where('audience_id', '=', campaign.audience_id);
  return {
    name: 'campaign',
    entry: recipientsExported,
    columns,
    most: Number.POSITIVE_INFINITY,
    filters: { campaignId: campaign.id },
    count: async () => {
      const { count } = await recipients
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    findKeys: () => recipients.select('seq').orderBy('seq').execute(),
    load: async (page) => (await readPart(db, campaign, (page[0]?.seq ?? 0) - 1, page.length)).map(toCells),
  };
}

function toCells(row: ShownRecipient): (string | number | null)[] {
  const error = row.error === null ? null : JSON.parse(row.error);
  return [
    ...[numberOf(row), row.name, row.status, row.status === 'SKIPPED' ? row.reason : null],
    ...[error?.code ?? null, error?.message ?? null, row.attempts],
    ...[row.message_id, row.provider_message_id, row.content],
    ...[row.sent_at, row.delivered_at, row.read_at, row.replied_at, row.opted_out_at, row.contact_id],
  ];
}
