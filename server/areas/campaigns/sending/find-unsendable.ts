import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Secrets } from '../../../platform/access/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findTemplate, toTemplate } from '../../templates/index.ts';
import { numberOf, readPart } from '../audience/recipients.store.ts';
import type { Unsendable } from '../audience/unsendable.schemas.ts';
import { type CampaignRow, mappingsOf } from '../store.ts';
import { renderPart } from './render-part.ts';
import { faultOf } from './render-recipient.ts';

const rowsAtOnce = 200;
const mostRows = 100;

/**
 * The recipients for whom no message can be made: a text is too long or a variable is empty. They are FAILED at the start,
 * and the others get the message. None while the template is missing or one of its variables is not mapped.
 */
export async function findUnsendable(
  { db, secrets }: { db: Db; secrets: Secrets },
  campaign: CampaignRow,
): Promise<Unsendable> {
  const found: Unsendable = { count: 0, tooLong: 0, rows: [] };
  const template = await findTemplate(db, campaign.workspace_id, campaign.template_id);
  const mappings = mappingsOf(campaign);
  const mapped = new Set(mappings.map(({ variable }) => variable));
  if (!template || toTemplate(template).variables.some((variable) => !mapped.has(variable))) return found;
  const place = { db, secrets, workspace: { id: campaign.workspace_id } };
  let before = 0;
  for (let after = 0; ; ) {
    const part = await readPart(db, campaign, after, rowsAtOnce);
    const last = part.at(-1);
    if (!last) return found;
    for (const { recipient, rendered } of await renderPart(place, template, mappings, part)) {
      if (!rendered || !('faults' in rendered)) continue;
      const fault = faultOf(rendered.faults);
      found.count += 1;
      if (fault.code === 'too_long') found.tooLong += 1;
      if (found.rows.length >= mostRows) continue;
      const index = part.findIndex(({ id }) => id === recipient.id);
      const { name } = recipient;
      found.rows.push({ row: before + index + 1, phone: numberOf(part[index] ?? last), name, ...fault });
    }
    after = last.seq;
    before += part.length;
    // Lets other requests run in between.
    await nextTurn();
  }
}
