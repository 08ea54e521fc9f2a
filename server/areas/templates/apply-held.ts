import type { Db } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { callVendor, findChannel, templatesOf, type VendorTemplate } from '../channels/index.ts';
import {
  type ChatTemplateRow,
  changeTemplate,
  listOfChannel,
  noteKnown,
  putTemplate,
  type TemplateColumns,
} from './store.ts';

interface Place {
  workspace_id: string;
  channel_id: string;
}

/** The vendor's templates, with the time of the request. */
export interface Held {
  templates: VendorTemplate[];
  askedAt: string;
}

/** Reads a channel's templates from the vendor. Throws the problems of `callVendor`. */
export async function readHeld(platform: Platform, place: Place): Promise<Held> {
  const channel = await findChannel(platform.database.read, place.workspace_id, place.channel_id);
  if (!channel) throw new Error('The channel no longer exists');
  const askedAt = platform.clock.now().toISOString();
  const templates = await callVendor(platform, () => templatesOf(platform, channel).list());
  return { templates, askedAt };
}

/**
 * Adds and updates what the vendor had, and marks missing templates as gone. Leaves rows that were changed since it was
 * asked: `isWhole` is false then, and the vendor must be asked again.
 */
export async function applyHeld(
  db: Db,
  { workspace_id, channel_id }: Place,
  { templates, askedAt }: Held,
  now: string,
) {
  const place = { workspace_id, channel_id, local: 0 as const };
  const present = await listOfChannel(db, workspace_id, channel_id);
  const byName = new Map(present.map((row) => [keyOf(row), row]));
  const counts = { added: 0, updated: 0, gone: 0 };
  let isWhole = true;
  const change = async (row: ChatTemplateRow, changes: Partial<ChatTemplateRow>): Promise<boolean> => {
    if (isSame(row, changes)) return false;
    if (row.updated_at > askedAt || (row.known_at ?? '') > askedAt) {
      isWhole = false;
      return false;
    }
    await changeTemplate(db, row, changes, now);
    return true;
  };
  for (const template of templates) {
    const row = byName.get(keyOf(template));
    byName.delete(keyOf(template));
    const columns = toColumns(template);
    if (!row) {
      await putTemplate(db, { id: newId('tpl'), ...place, ...columns, known_at: askedAt }, now);
      counts.added += 1;
    } else if (await change(row, { ...columns, local: 0 })) counts.updated += 1;
  }
  for (const row of byName.values()) {
    if (row.local === 0 && (await change(row, { status: 'DISABLED', reason: 'gone' }))) counts.gone += 1;
  }
  await noteKnown(db, workspace_id, channel_id, askedAt);
  return { counts, isWhole };
}

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;

/** Converts the vendor's template to our columns. */
export const toColumns = (template: VendorTemplate): TemplateColumns => ({
  provider_id: template.providerId,
  name: template.name,
  language: template.language,
  category: template.category,
  status: template.status,
  reason: template.reason,
  quality: template.quality,
  components: JSON.stringify(template.components),
});

const isSame = (row: ChatTemplateRow, columns: Partial<ChatTemplateRow>): boolean =>
  Object.entries(columns).every(([column, value]) => row[column as keyof ChatTemplateRow] === value);
