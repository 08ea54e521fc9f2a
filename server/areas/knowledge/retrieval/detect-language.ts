import { detectAll } from 'tinyld';

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Enough to tell a language by; more only takes longer. */
const longestSample = 4_000;

/** Which of the three languages a text is in; null when nothing in it tells. */
export function detectLanguage(text: string): Language | null {
  const [best] = detectAll(text.slice(0, longestSample), { only: [...languages] });
  return (best?.lang as Language | undefined) ?? null;
}
