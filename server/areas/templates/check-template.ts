import { toFieldErrors } from '../../http/send-problem.ts';
import type { Db } from '../../platform/database/database.ts';
import { requireChannel } from '../channels/index.ts';
import { findHints } from './find-hints.ts';
import { ChatTemplateDraft, type Finding } from './schemas.ts';
import { findByName } from './store.ts';

/**
 * Every fault for which creating the draft would be rejected, then hints about what reviewers often refuse. A channel
 * without a review gets no hints. Throws 404 for an unknown channel.
 */
export async function checkTemplate(
  db: Db,
  workspaceId: string,
  { channelId, draft }: { channelId?: string | undefined; draft: unknown },
): Promise<Finding[]> {
  const channel = channelId === undefined ? null : await requireChannel(db, workspaceId, channelId, 'body.channelId');
  const parsed = ChatTemplateDraft.safeParse(draft);
  const faults = (parsed.error ? toFieldErrors('', parsed.error) : []).map(
    ({ field, code, message }): Finding => ({ path: field.replace(/^\./, ''), severity: 'error', code, message }),
  );
  const { name, language } = draft as { name?: unknown; language?: unknown };
  if (channel && typeof name === 'string' && typeof language === 'string') {
    const present = await findByName(db, workspaceId, channel.id, name, language);
    if (present) faults.push(nameTaken);
  }
  return channel && channel.provider !== 'CLOUD_API' ? faults : [...faults, ...findHints(draft)];
}

const nameTaken: Finding = {
  path: 'name',
  severity: 'error',
  code: 'name_taken',
  message: 'The channel already has a template with this name and language',
};
