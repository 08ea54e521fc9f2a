const longestSample = 4_000;

/** Enough text for language detection. In its own file because the detector takes long to load. */
export const sampleForLanguage = (text: string): string => text.slice(0, longestSample);
