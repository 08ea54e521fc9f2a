import { sayings } from './words.ts';

const dropsRules =
  /\b(?:ignore|ignora|ignorar|esqueca|forget|disregard|desconsidere|olvida|olvide|override)\b(?: \w+){0,4} (?:instruc\w*|instruct\w*|regras?|rules?|reglas?|prompt|orientac\w*|restric\w*|everything|tudo|todo)\b/;

const plays = sayings(
  'seu prompt, prompt do sistema, modo desenvolvedor, finja que, faca de conta que, aja como, voce agora e um, voce agora e uma, a partir de agora voce',
  'system prompt, your prompt, developer mode, you are now a, you are now an, from now on you, pretend that, pretend to be, pretend you, act as, jailbreak',
  'tu prompt, prompt del sistema, modo desarrollador, finge que, actua como, ahora eres un, ahora eres una, a partir de ahora eres',
);

/** Whether a text is a prompt injection: it asks to drop the rules or to play another role. */
export const isInjection = (words: string[]): boolean => dropsRules.test(words.join(' ')) || plays.has(words);
