import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { findFile, kindOf, type StoredFile } from '../../platform/files/files.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/work/work.ts';
import { fetchMedia, keepMedia, type SendingMedia } from '../inbox/index.ts';
import { assertFitsHeader, type ChatTemplateRow, headerKind } from '../templates/index.ts';
import type { CampaignRow } from './store.ts';

/** The media of a draft: undefined leaves what the campaign has. Fetches a URL; throws 400 `media_unavailable`. */
export async function fetchHeader(
  platform: Platform,
  workspace: Workspace,
  url: string | null | undefined,
): Promise<SendingMedia | undefined> {
  return url === undefined ? undefined : fetchMedia(platform, workspace, url ?? undefined);
}

/** Makes the media a file of the workspace. Throws 400 for a file that the header of the template does not take. */
export async function keepHeader(work: Work, template: ChatTemplateRow, media: SendingMedia): Promise<string | null> {
  if (media === null) return null;
  const given = 'file' in media ? media.file : media.blob;
  assertFitsHeader(template, 'body.mediaUrl', { ...given, kind: kindOf(given.contentType) });
  return (await keepMedia(work, media))?.id ?? null;
}

/** The file that a campaign sends in the header; null if the template takes none, or the campaign has none that fits. */
export async function findHeader(db: Db, campaign: CampaignRow, template: ChatTemplateRow): Promise<StoredFile | null> {
  const { header_file_id: id, workspace_id: workspaceId } = campaign;
  const wanted = headerKind(template);
  if (wanted === null || id === null) return null;
  const file = await findFile(db, workspaceId, id);
  return file?.kind === wanted ? file : null;
}
