import type { Work } from '../../platform/work/work.ts';
import type { ChannelRow, TemplateEvent, VendorTemplate } from '../channels/index.ts';
import { findByName, putTemplate, updateTemplate } from './store.ts';
import { toColumns } from './sync-templates.ts';

/** Applies the vendor's report about a template. An unknown template is stored if the report is complete. */
export async function receiveTemplate(work: Work, channel: ChannelRow, { template }: TemplateEvent): Promise<'done'> {
  const { workspace, db, now } = work;
  const row = await findByName(db, workspace.id, channel.id, template.name, template.language);
  if (row) {
    const { provider_id, category, status, reason, quality, components } = toColumns(template as VendorTemplate);
    // A new status comes with its own reason or with none; the old reason no longer applies.
    const newReason = status === undefined ? reason : (reason ?? null);
    const reported = { provider_id, category, status, reason: newReason, quality, components };
    const changes = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined));
    await updateTemplate(db, workspace.id, row.id, changes, now);
  } else if (isWhole(template)) {
    const place = { workspace_id: workspace.id, channel_id: channel.id, local: 0 as const };
    await putTemplate(db, { id: work.newId('tpl'), ...place, ...toColumns(template) }, now);
  }
  return 'done';
}

function isWhole(template: TemplateEvent['template']): template is VendorTemplate {
  const { providerId, category, status, reason, quality, components } = template;
  return [providerId, category, status, reason, quality, components].every((value) => value !== undefined);
}
