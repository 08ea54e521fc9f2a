import { detectAll } from 'tinyld';
import { sampleForLanguage } from './language-sample.ts';

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Which of the three languages a text is in; null when nothing in it tells. */
export function detectLanguage(text: string): Language | null {
  const [best] = detectAll(sampleForLanguage(text), { only: [...languages] });
  return (best?.lang as Language | undefined) ?? null;
}
