import type { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { invalid } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import { type Channel, callVendor, templatesOf } from '../channels/index.ts';
import { toColumns } from './apply-held.ts';
import type { ChatTemplateDraft } from './schemas.ts';
import { type ChatTemplateRow, findByName, putTemplate } from './store.ts';

type Draft = z.output<typeof ChatTemplateDraft>;
type Write = <T>(run: (work: Work) => Promise<T>) => Promise<T>;

/**
 * Creates a template at the vendor, where it awaits its review, or locally if the vendor has none. After a crash
 * between the vendor's response and our commit, the next sync adds it. Throws 400 `name_taken` and the problems of
 * `callVendor`.
 */
export async function createTemplate(
  platform: Platform,
  write: Write,
  workspaceId: string,
  channel: Channel,
  draft: Draft,
): Promise<ChatTemplateRow> {
  const assertFree = async (db: Work['db']) => {
    const present = await findByName(db, workspaceId, channel.id, draft.name, draft.language);
    if (present)
      throw invalid('body.name', 'The channel already has a template with this name and language', 'name_taken');
  };
  const place = { workspace_id: workspaceId, channel_id: channel.id };
  if (channel.provider !== 'CLOUD_API') {
    return write(async (work) => {
      await assertFree(work.db);
      const { components, ...fields } = draft;
      const local = { local: 1, provider_id: null, status: 'APPROVED', reason: null, quality: 'UNKNOWN' } as const;
      const id = work.newId('tpl');
      return putTemplate(
        work.db,
        { id, ...place, ...fields, ...local, components: JSON.stringify(components) },
        work.now,
      );
    });
  }
  await assertFree(platform.database.read);
  const row = {
    id: channel.id,
    provider: channel.provider,
    status: channel.status,
    deactivated_at: channel.deactivatedAt,
  };
  const templates = templatesOf(platform, row);
  const made = await callVendor(platform, () => templates.create(draft));
  return write((work) => {
    const changed = made.category === draft.category ? {} : { category_was: draft.category, category_at: work.now };
    const row = { id: work.newId('tpl'), ...place, local: 0 as const, ...toColumns(made), ...changed };
    return putTemplate(work.db, { ...row, known_at: work.now }, work.now);
  });
}
