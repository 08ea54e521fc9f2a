import type { Flow } from '../draft/draft.ts';

/** Whether a ready-made flow still has something for the shop to fill in, such as `[[your address]]`. */
export const hasGaps = ({ trigger, steps }: Flow): boolean => /\[\[[^[\]]+\]\]/.test(JSON.stringify([trigger, steps]));
