const longestSample = 4_000;

/** Enough of a text to tell its language by; more only takes longer. Apart from what tells it, which takes long to load. */
export const sampleForLanguage = (text: string): string => text.slice(0, longestSample);
