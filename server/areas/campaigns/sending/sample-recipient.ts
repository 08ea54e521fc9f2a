import type { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { findContactOf } from '../audience/find-people.ts';
import { nthRecipient, numberOf } from '../audience/recipients.store.ts';
import type { Sampled } from '../console.schemas.ts';
import type { Mapping } from '../schemas.ts';
import { type CampaignRow, readTotals } from '../store.ts';
import { valuesFor } from './render-recipient.ts';

/** The values that mappings give to one recipient of a draft, counted from 0 without those who are skipped. */
export async function sampleRecipient(
  db: Db,
  { workspace_id: workspaceId, audience_id: audienceId }: CampaignRow,
  mappings: Mapping[],
  at: number,
): Promise<z.input<typeof Sampled>> {
  const totals = (await readTotals(db, workspaceId, [audienceId])).get(audienceId);
  const total = totals ? totals.total - totals.SKIPPED : 0;
  const row = await nthRecipient(db, workspaceId, audienceId, at);
  if (!row) return { total, recipient: null, values: {}, variables: {} };
  const { name } = row;
  const contact = await findContactOf(db, row);
  const phone = contact ? contact.phone : numberOf(row);
  const variables: Record<string, string> = JSON.parse(row.variables);
  const values = valuesFor(mappings, { phone, name, variables, contact });
  return { total, recipient: { phone, name: contact?.name ?? name }, values, variables };
}
