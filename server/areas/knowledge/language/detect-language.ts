import { spokenLanguages } from '../../../platform/text/detect-language.ts';

export { detectLanguage } from '../../../platform/text/detect-language.ts';

export const languages = spokenLanguages;
export type Language = (typeof languages)[number];
