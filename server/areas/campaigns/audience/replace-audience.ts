import { z } from 'zod';
import { hourMs } from '../../../platform/durations.ts';
import { Problem } from '../../../platform/problem.ts';
import { cancelJob, defineJob } from '../../../platform/work/jobs.ts';
import type { Work } from '../../../platform/work/work.ts';
import { type CampaignRow, findByAudience, findCampaign, updateCampaign } from '../store.ts';
import type { AudienceResult, RowFault } from './audience.schemas.ts';
import { findPeople } from './find-people.ts';
import type { ParsedRow } from './parse-audience.ts';
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
  parts: Iterable<ParsedRow[]>,
): Promise<{ result: Omit<AudienceResult, 'unsendable'>; changed: CampaignRow }> {
  assertEditable(campaign);
  const audienceId = await write((work) => beginAudience(work));
  const result: Omit<AudienceResult, 'unsendable'> = { accepted: 0, duplicate: 0, invalid: 0, optedOut: 0, errors: [] };
  const taken = new Set<string>();
  let row = 0;
  for (const part of parts) {
    const stored = await write((work) => storePart(work, audienceId, part, taken));
    for (const { skipped, fault } of stored) {
      row += 1;
      if (fault && result.errors.length < mostErrors) result.errors.push({ row, ...fault });
      result[countOf(skipped)] += 1;
    }
  }
  const changed = await write(async (work) => {
    const present = await findCampaign(work.db, work.workspace.id, campaign.id);
    if (!present) throw new Problem('not_found');
    assertEditable(present);
    await keepAudience(work, audienceId);
    await queueAudienceDeletion(work, present.audience_id);
    return updateCampaign(work, present.id, { audience_id: audienceId, revision: present.revision + 1 });
  });
  return { result, changed };
}

const countOf = (skipped: RecipientDraft['skipped']) => {
  if (skipped === null) return 'accepted';
  return skipped === 'duplicate' ? 'duplicate' : skipped === 'opted_out' ? 'optedOut' : 'invalid';
};

/** Returns the id of a new audience and enqueues the job that deletes it unless it is kept in time. */
export async function beginAudience(work: Work): Promise<string> {
  const audienceId = work.newId('aud');
  const runAt = new Date(Date.parse(work.now) + buildsForMs);
  await work.enqueue(dropAudience, { audienceId }, { key: dropKey(audienceId), runAt });
  return audienceId;
}

export const keepAudience = (work: Work, audienceId: string): Promise<void> => cancelJob(work.db, dropKey(audienceId));

interface Stored extends RecipientDraft {
  fault: RowFault | null;
}

/**
 * Stores a part of an audience. Repeats of a person in `taken`, people who opted out and rows without a person are
 * stored as SKIPPED.
 */
export async function storePart(
  work: Work,
  audienceId: string,
  rows: ParsedRow[],
  taken: Set<string>,
): Promise<Stored[]> {
  const named = rows.filter(({ fault }) => fault === null);
  const found = new Map((await findPeople(work, named, taken)).map((person, index) => [named[index], person]));
  const stored = rows.map((row): Stored => {
    const person = found.get(row);
    if (!person) return { ...row, skipped: 'invalid_number' };
    const { contact, skipped, fault } = person;
    return { ...row, contactId: contact?.id ?? null, skipped, fault };
  });
  insertRecipients(work, audienceId, stored);
  return stored;
}
