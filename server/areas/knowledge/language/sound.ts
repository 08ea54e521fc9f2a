import type { Language } from './detect-language.ts';

/**
 * How each language writes one sound in several ways, as replacements in order: customers write "k presio" for "qué
 * precio" and "calsado" for "calçado". Made for comparing words, not for pronouncing them.
 */
const rules: Record<Language, [RegExp, string][]> = {
  pt: [
    [/^e(?=s)/, 'i'],
    [/ph/g, 'f'],
    [/ch/g, 'x'],
    [/qu(?=[ei])|q|k|c(?=[^eih]|$)/g, 'k'],
    [/gu(?=[ei])/g, 'g'],
    [/g(?=[ei])/g, 'j'],
    [/lh/g, 'li'],
    [/nh/g, 'ni'],
    [/h|'/g, ''],
    [/s+|z|c(?=[ei])/g, 's'],
    [/m(?=[^aeiou]|$)/g, 'n'],
    [/ou/g, 'o'],
    [/ei(?=[rjx])/g, 'e'],
    [/l(?=[^aeiou]|$)/g, 'u'],
    [/o(?=s?$)/g, 'u'],
    [/e(?=s?$)/g, 'i'],
    [/w/g, 'v'],
    [/y/g, 'i'],
  ],
  es: [
    [/ph/g, 'f'],
    [/ch/g, 'x'],
    [/qu(?=[ei])|q|k|c(?=[^eih]|$)/g, 'k'],
    [/gu(?=[ei])/g, 'g'],
    [/g(?=[ei])/g, 'j'],
    [/ll/g, 'y'],
    [/hu(?=[aeo])|w/g, 'gu'],
    [/h/g, ''],
    [/s+|z|c(?=[ei])/g, 's'],
    [/v/g, 'b'],
    [/m(?=[pb])/g, 'n'],
    [/i(?=[aeou])/g, 'y'],
  ],
  en: [
    [/ph/g, 'f'],
    [/^kn/g, 'n'],
    [/^wr/g, 'r'],
    [/ck|q(?!u)|c(?=[^eiyh]|$)/g, 'k'],
    [/s+|z|c(?=[eiy])/g, 's'],
    [/igh/g, 'i'],
    [/ough/g, 'o'],
    [/(?:ea|ie|ei|ee|y)/g, 'i'],
    [/(?:au|aw|oa|ow|ou|oo)/g, 'o'],
    [/(?:ai|ay)/g, 'a'],
    [/(?<=[^aeiou])e$/g, ''],
  ],
};
const doubled = /(.)\1+/g;

/** A folded word as it sounds: words that are spelt differently and sound alike give the same text. */
export function soundOf(folded: string, language: Language): string {
  let sound = folded;
  for (const [spelling, written] of rules[language]) sound = sound.replace(spelling, written);
  return sound.replace(doubled, '$1');
}

/** Words by how they sound in some languages; of words that sound alike the last. */
export const indexSounds = (words: Iterable<string>, languages: readonly Language[]): Map<string, string> =>
  new Map(
    [...words].flatMap((word) => languages.flatMap((each) => soundsOf(word, each).map((sound) => [sound, word]))),
  );

/** The sounds that a correctly spelt word may have: without its cedilla a "c" is also an "s". */
const soundsOf = (folded: string, language: Language): string[] => {
  const sounds = [soundOf(folded, language)];
  const cedilla = /(?<=.)c(?=[aou])/g;
  const soft = folded.replaceAll(cedilla, 's');
  if (language === 'pt' && soft !== folded) sounds.push(soundOf(soft, language));
  return sounds;
};
