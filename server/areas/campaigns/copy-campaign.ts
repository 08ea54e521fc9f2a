import type { Db } from '../../platform/database/database.ts';
import type { ParsedRow } from './audience/parse-audience.ts';
import { type RecipientRow, readPart } from './audience/recipients.store.ts';
import { beginAudience, keepAudience, storePart, type Write } from './audience/replace-audience.ts';
import { type CampaignRow, insertCampaign, namesOf } from './store.ts';

const rowsAtOnce = 250;
const longestName = 160;

/** Copies body, variables and audience, but no results, to a draft. The audience comes first, in short transactions. */
export async function copyCampaign(db: Db, write: Write, source: CampaignRow): Promise<CampaignRow> {
  const audienceId = await write((work) => beginAudience(work));
  const taken = new Set<string>();
  for (let after = 0; ; ) {
    const part = await readPart(db, source, after, rowsAtOnce);
    const last = part.at(-1);
    if (!last) break;
    after = last.seq;
    await write((work) => storePart(work, audienceId, part.filter(namesSomebody).map(toRow), taken));
  }
  return write(async (work) => {
    await keepAudience(work, audienceId);
    const name = nextName(source.name, await namesOf(work.db, work.workspace.id));
    const copy = {
      id: work.newId('camp'),
      name,
      channel_id: source.channel_id,
      template_id: source.template_id,
      timezone: source.timezone,
      audience_source: source.audience_source,
      stop_on_reply: source.stop_on_reply,
      send_interval_ms: source.send_interval_ms,
      mappings: source.mappings,
      header_file_id: source.header_file_id,
    };
    return insertCampaign(work, copy, audienceId);
  });
}

/** People who were deleted are left out. */
const namesSomebody = ({ contact_id: contactId, phone, reason }: RecipientRow): boolean =>
  reason !== 'no_contact' && (contactId ?? phone) !== null;

/** Rows without a valid number stay skipped; all others start afresh. */
const toRow = ({ contact_id: contactId, phone, name, variables, reason }: RecipientRow): ParsedRow => ({
  contactId,
  phone,
  name,
  variables: JSON.parse(variables),
  fault: reason === 'invalid_number' ? { code: reason, message: 'This is not a phone number' } : null,
});

/** The first free name with a counter: `Natal` becomes `Natal (2)`, and `Natal (2)` becomes `Natal (3)`. */
export function nextName(name: string, taken: string[]): string {
  const [, base = name] = /^(.*\S) \(\d+\)$/.exec(name) ?? [];
  const names = new Set(taken);
  for (let count = 2; ; count++) {
    const ending = ` (${count})`;
    const candidate = base.slice(0, longestName - ending.length) + ending;
    if (!names.has(candidate)) return candidate;
  }
}
