import { findFile } from '../../../platform/files/files.ts';
import { lastingMediaUrl, parseMediaUrl } from '../../../platform/files/media-links.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { Step } from './step.schemas.ts';

/**
 * The steps with links that last: those of `upload-media` work for a day, and a flow for as long as it is wanted. Throws
 * 400 for a link to a file of another workspace: whoever was shown one must not be able to keep it alive.
 */
export async function persistMediaLinks(
  platform: Platform,
  { db, workspace }: Pick<Work, 'db' | 'workspace'>,
  steps: Step[],
): Promise<Step[]> {
  const kept: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const url = step.type === 'message' ? step.config.mediaUrl : undefined;
    const fileId = url === undefined ? null : parseMediaUrl(platform, url);
    if (step.type !== 'message' || fileId === null) {
      kept.push(step);
      continue;
    }
    if (!(await findFile(db, workspace.id, fileId))) {
      const field = `body.steps[${index}].config.mediaUrl`;
      throw invalid(field, 'This link belongs to no file of the workspace', 'media_unavailable');
    }
    kept.push({ ...step, config: { ...step.config, mediaUrl: lastingMediaUrl(platform, fileId) } });
  }
  return kept;
}
