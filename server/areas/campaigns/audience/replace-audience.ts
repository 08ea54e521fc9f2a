import { z } from 'zod';
import { hourMs } from '../../../platform/durations.ts';
import { Problem } from '../../../platform/problem.ts';
import { cancelJob, defineJob } from '../../../platform/work/jobs.ts';
import type { Work } from '../../../platform/work/work.ts';
import { findByPhones } from '../../people/index.ts';
import { type CampaignRow, findByAudience, findCampaign, updateCampaign } from '../store.ts';
import type { AudienceResult } from './audience.schemas.ts';
import type { AudiencePart } from './parse-audience.ts';
import { insertRecipients, type RecipientDraft } from './recipients.store.ts';

export type Write = <T>(run: (work: Work) => Promise<T>) => Promise<T>;

const mostErrors = 100;
const rowsAtOnce = 250;
/** An audience that no campaign uses after this time was left behind by a crash. */
const buildsForMs = hourMs;

const dropKey = (audienceId: string): string => `drop-audience:${audienceId}`;

/** Deletes the recipients of an audience that no campaign uses, in short transactions. */
export const dropAudience = defineJob({
  name: 'drop an audience',
  input: z.object({ audienceId: z.string() }),
  forgetWhenDone: true,
  async run({ platform, workspaceId, input: { audienceId } }) {
    if (workspaceId === null || (await findByAudience(platform.database.read, workspaceId, audienceId))) return;
    const remove = () =>
      platform.write(async ({ db }) => {
        const ids = db
          .selectFrom('campaign_recipients')
          .select('seq')
          .where('workspace_id', '=', workspaceId)
          .where('audience_id', '=', audienceId);
        const gone = await db
          .deleteFrom('campaign_recipients')
          .where('seq', 'in', ids.limit(rowsAtOnce))
          .executeTakeFirst();
        return gone.numDeletedRows > 0n;
      });
    while (await remove());
    await platform.write(({ db }) => db.deleteFrom('campaign_totals').where('audience_id', '=', audienceId).execute());
  },
});

/** Enqueues the deletion of an audience that its campaign no longer uses. */
export const queueAudienceDeletion = (work: Work, audienceId: string): Promise<void> =>
  work.enqueue(dropAudience, { audienceId }, { key: dropKey(audienceId) });

/** Throws 409 unless the campaign is a draft, or paused before its first send. */
export function assertEditable(campaign: CampaignRow): void {
  const { status, claim_count: begun } = campaign;
  if (status === 'DRAFT' || (status === 'PAUSED' && begun === 0)) return;
  const why = status === 'PAUSED' ? 'It has already sent messages' : `It is ${status}`;
  throw new Problem('campaign_not_editable', `${why}: duplicate the campaign to change what it sends`);
}

/**
 * Builds an audience beside the present one in short transactions; the last one swaps them. Throws 409 when the
 * campaign is no longer editable.
 */
export async function replaceAudience(
  write: Write,
  campaign: CampaignRow,
  parts: Iterable<AudiencePart>,
): Promise<AudienceResult> {
  assertEditable(campaign);
  const audienceId = await write((work) => beginAudience(work));
  const result: AudienceResult = { accepted: 0, duplicate: 0, invalid: 0, optedOut: 0, errors: [] };
  for (const { drafts, problems } of parts) {
    const stored = await write((work) => storePart(work, audienceId, drafts));
    const count = (reason: RecipientDraft['skipped']) => stored.filter(({ skipped }) => skipped === reason).length;
    result.accepted += count(null);
    result.duplicate += count('duplicate');
    result.invalid += count('invalid_number');
    result.optedOut += count('opted_out');
    result.errors.push(...problems.slice(0, mostErrors - result.errors.length));
  }
  await write(async (work) => {
    const present = await findCampaign(work.db, work.workspace.id, campaign.id);
    if (!present) throw new Problem('not_found');
    assertEditable(present);
    await keepAudience(work, audienceId);
    await updateCampaign(work, present.id, { audience_id: audienceId, revision: present.revision + 1 });
    await queueAudienceDeletion(work, present.audience_id);
  });
  return result;
}

/** Returns the id of a new audience and enqueues the job that deletes it unless it is kept in time. */
export async function beginAudience(work: Work): Promise<string> {
  const audienceId = work.newId('aud');
  const runAt = new Date(Date.parse(work.now) + buildsForMs);
  await work.enqueue(dropAudience, { audienceId }, { key: dropKey(audienceId), runAt });
  return audienceId;
}

export const keepAudience = (work: Work, audienceId: string): Promise<void> => cancelJob(work.db, dropKey(audienceId));

/** Stores a batch of rows; contacts who opted out are stored as SKIPPED. */
export async function storePart(work: Work, audienceId: string, drafts: RecipientDraft[]): Promise<RecipientDraft[]> {
  const optedOut = await findOptedOut(work, drafts);
  const stored = drafts.map((draft) =>
    draft.skipped === null && optedOut.has(draft.phone) ? { ...draft, skipped: 'opted_out' as const } : draft,
  );
  insertRecipients(work, audienceId, stored);
  return stored;
}

async function findOptedOut(work: Work, drafts: RecipientDraft[]): Promise<Set<string>> {
  const phones = drafts.flatMap(({ phone, skipped }) => (skipped === null ? [phone] : []));
  const contacts = await findByPhones(work.db, work.workspace.id, phones);
  return new Set(contacts.flatMap(({ phone, opted_out_at: at }) => (at === null ? [] : [phone])));
}
