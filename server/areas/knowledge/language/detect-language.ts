export { detectLanguage } from '../../../platform/text/detect-language.ts';
export { type Language, languages } from '../../../platform/text/languages.ts';
