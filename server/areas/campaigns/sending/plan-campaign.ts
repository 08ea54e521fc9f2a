import type { Db } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { ChatTemplateRow } from '../../templates/index.ts';
import { type RecipientRow, readPart, skipRecipient, updateRecipient } from '../audience/recipients.store.ts';
import type { Write } from '../audience/replace-audience.ts';
import type { Mapping } from '../schemas.ts';
import { type CampaignRow, findCampaign, mappingsOf } from '../store.ts';
import { renderPart } from './render-part.ts';
import { faultOf } from './render-recipient.ts';

const rowsAtOnce = 200;

/**
 * Freezes the text of each recipient in short transactions, so later edits of contacts change nothing. Contacts who
 * opted out become SKIPPED, those who opted in again PENDING, those without a value or with a text that is too long
 * FAILED. Idempotent.
 */
export async function planCampaign(
  db: Db,
  write: Write,
  campaign: CampaignRow,
  template: ChatTemplateRow,
): Promise<void> {
  const mappings = mappingsOf(campaign);
  for (let after = 0; ; ) {
    const part = await readPart(db, campaign, after, rowsAtOnce);
    const last = part.at(-1);
    if (!last) return;
    after = last.seq;
    await write(async (work) => {
      await assertUnchanged(work, campaign);
      await planPart(work, template, mappings, part);
    });
  }
}

/** Returns the present row. Throws 409 when the campaign's revision or status changed in the meantime. */
export async function assertUnchanged(work: Work, campaign: CampaignRow): Promise<CampaignRow> {
  const present = await findCampaign(work.db, work.workspace.id, campaign.id);
  if (present && present.revision === campaign.revision && present.status === campaign.status) return present;
  throw new Problem('campaign_not_startable', 'The campaign was changed in the meantime: reload it');
}

async function planPart(
  work: Work,
  template: ChatTemplateRow,
  mappings: Mapping[],
  part: RecipientRow[],
): Promise<void> {
  for (const { recipient, rendered } of await renderPart(work, template, mappings, part)) {
    const { id, status } = recipient;
    if (rendered === null) {
      skipRecipient(work, id, 'opted_out');
    } else if ('faults' in rendered) {
      const { code, message } = faultOf(rendered.faults);
      const error = JSON.stringify({ code, message });
      updateRecipient(work, id, { status: 'FAILED', reason: null, error, content: null, template_values: null });
    } else {
      const { content, values } = rendered;
      const frozen = { content, template_values: JSON.stringify(values) };
      // Each of these columns is indexed: write them only when they change.
      const back = status === 'PENDING' ? {} : { status: 'PENDING' as const, reason: null, error: null };
      updateRecipient(work, id, { ...frozen, ...back });
    }
  }
}
