/** Lower-cases a text and removes accents, for comparison. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
