import { secondMs } from '../../platform/durations.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ChannelRow, TemplateEvent, VendorTemplate } from '../channels/index.ts';
import { toColumns } from './apply-held.ts';
import { readSoon } from './read-templates.ts';
import { type ChatTemplateRow, changeTemplate, findByName, putTemplate } from './store.ts';

/**
 * Applies the vendor's report about a template. The templates are read from the vendor instead if the report does not
 * say what the template is now, arrives late, or is about an unknown template and incomplete.
 */
export async function receiveTemplate(work: Work, channel: ChannelRow, event: TemplateEvent): Promise<'done'> {
  const { workspace, db, now } = work;
  const { template, at = now, isUnclear } = event;
  const row = await findByName(db, workspace.id, channel.id, template.name, template.language);
  if (isUnclear || (row ? isLate(row, at) : !isWhole(template))) {
    await readSoon(work, channel.id);
  } else if (row) {
    const { provider_id, category, status, reason, quality, components } = toColumns(template as VendorTemplate);
    // A new status comes with its own reason or with none; the old reason no longer applies.
    const newReason = status === undefined ? reason : (reason ?? null);
    const reported = { provider_id, category, status, reason: newReason, quality, components };
    const changes = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined));
    await changeTemplate(db, row, { ...changes, known_at: at }, now);
  } else {
    const place = { workspace_id: workspace.id, channel_id: channel.id, local: 0 as const };
    const columns = toColumns(template as VendorTemplate);
    await putTemplate(db, { id: work.newId('tpl'), ...place, ...columns, known_at: at }, now);
  }
  return 'done';
}

/** True for a report of an earlier second than what is known. */
const isLate = ({ known_at: knownAt }: ChatTemplateRow, at: string): boolean =>
  knownAt !== null && Date.parse(at) + secondMs <= Date.parse(knownAt);

function isWhole({ providerId, category, status, reason, quality, components }: TemplateEvent['template']): boolean {
  return [providerId, category, status, reason, quality, components].every((value) => value !== undefined);
}
