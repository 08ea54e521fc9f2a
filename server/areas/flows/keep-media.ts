import { lastingMediaUrl, parseMediaUrl } from '../../platform/media-links.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Step } from './step.schemas.ts';

/** The steps with links that last: those of `upload-media` work for a day, and a flow for as long as it is wanted. */
export const keepMedia = (platform: Platform, steps: Step[]): Step[] =>
  steps.map((step) => {
    if (step.type !== 'message' || step.config.mediaUrl === undefined) return step;
    const fileId = parseMediaUrl(platform, step.config.mediaUrl);
    if (fileId === null) return step;
    return { ...step, config: { ...step.config, mediaUrl: lastingMediaUrl(platform, fileId) } };
  });
