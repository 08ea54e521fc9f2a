import { z } from 'zod';

/** The languages in which a shop speaks with its customers and its people. */
export const languages = ['pt', 'en', 'es'] as const;
export const Language = z.enum(languages).meta({
  id: 'Language',
  description: 'Portuguese, English or Spanish (ISO 639-1).',
});
export type Language = z.infer<typeof Language>;
