import { findFile } from '../../../platform/files/files.ts';
import { lastingMediaUrl, parseMediaUrl } from '../../../platform/files/media-links.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { Step } from './step.schemas.ts';

/**
 * Replaces links of `upload-media`, which expire after a day, with links that do not expire. Throws 400 for a link to a
 * file of another workspace, since a link that was merely seen must not become permanent.
 */
export async function persistMediaLinks(
  platform: Platform,
  { db, workspace }: Pick<Work, 'db' | 'workspace'>,
  steps: Step[],
  root = 'body',
): Promise<Step[]> {
  const persisted: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const url = step.type === 'message' ? step.config.mediaUrl : undefined;
    const fileId = url === undefined ? null : parseMediaUrl(platform, url);
    if (step.type !== 'message' || fileId === null) {
      persisted.push(step);
      continue;
    }
    if (!(await findFile(db, workspace.id, fileId))) {
      const field = `${root}.steps[${index}].config.mediaUrl`;
      throw invalid(field, 'must be a link to a file of this workspace', 'media_unavailable');
    }
    persisted.push({ ...step, config: { ...step.config, mediaUrl: lastingMediaUrl(platform, fileId) } });
  }
  return persisted;
}
