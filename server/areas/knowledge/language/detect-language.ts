import { detectAll } from 'tinyld';
import { sampleForLanguage } from './language-sample.ts';

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The language of a text; null if it cannot be detected. */
export function detectLanguage(text: string): Language | null {
  const [best] = detectAll(sampleForLanguage(text), { only: [...languages] });
  return (best?.lang as Language | undefined) ?? null;
}
