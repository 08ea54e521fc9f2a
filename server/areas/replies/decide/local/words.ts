import { fold } from '../../../../platform/database/fold.ts';

/** The words of a text in order, folded. */
export const readWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A set of phrases; each matches whole words in sequence. */
export interface Sayings {
  /** Whether the words contain one of the phrases. */
  has(words: string[]): boolean;
  /** Whether the words consist of phrases only. */
  only(words: string[]): boolean;
  /** The words without the phrases. */
  without(words: string[]): string[];
}

/** Builds a set from lines of comma-separated phrases. */
export function sayings(...lines: string[]): Sayings {
  const all = lines
    .flatMap((line) => line.split(','))
    .map((saying) => readWords(saying).join(' '))
    .filter((saying) => saying !== '')
    // Longest first: "bom dia" before "dia".
    .sort((one, other) => other.length - one.length);
  const without = (words: string[]): string[] => {
    // Double blanks between words, so that adjacent matches do not share one.
    let said = ` ${words.join('  ')} `;
    for (const saying of all) said = said.replaceAll(` ${saying.replaceAll(' ', '  ')} `, ' ');
    return said.split(' ').filter((word) => word !== '');
  };
  return {
    has: (words) => {
      const said = ` ${words.join(' ')} `;
      return all.some((saying) => said.includes(` ${saying} `));
    },
    only: (words) => words.length > 0 && without(words).length === 0,
    without,
  };
}

const shortestFuzzy = 5;

/** Whether two folded words are equal apart from the plural or one typing error. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other || singular(one) === singular(other)) return true;
  if (one.length < shortestFuzzy || other.length < shortestFuzzy || /\d/.test(one + other)) return false;
  return isOneEditAway(one, other);
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/(es|s)$/, '') : word);

function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const isSwapped = short.length === long.length;
  return short.slice(isSwapped ? at + 1 : at) === long.slice(at + 1);
}

/** Words that do not help to distinguish offers. */
const fillers = new Set(
  readWords(`
    a o as os um uma uns umas de do da dos das em no na nos nas e ou com sem por para pra pro que qual quais quanto quanta
    quantos quantas custa custam preco precos valor valores fica ficam sai saem tem tens tenho ter voce voces vc vcs me eu
    meu minha esta estao ta sao ser vai quero queria gostaria saber favor oi ola bom boa dia tarde noite hoje amanha ai
    fazem faz fazer vendem vende disponivel ainda quanto tempo dura demora aceita aceitam posso pode podem da se ja so
    el la los las lo un una unos unas del en y con sin por para cual cuales cuanto cuanta cuantos cuestan cuesta vale
    valen precio precios sale salen tienen tiene hay usted ustedes mi esta son quiero quisiera saber favor hola buenos
    buenas dias tardes noches hoy manana hacen hace venden disponible todavia dura tarda tiempo es aceptan puedo puede
    pueden se ya
    the an of in on at by for to with without and or how much many what which is are do does did you your have has got
    price prices cost costs i my me we can could would like want know please hi hello hey there today tomorrow it sell
    available still long take takes time s accept with there any
  `),
);

/** The words of a text that may name an offer. */
export const readNamingWords = (text: string): string[] => readWords(text).filter((word) => !fillers.has(word));

/**
 * The things that a text names most completely: "large calabresa" matches one pizza, "pizza" matches all. Empty if it
 * names none.
 */
export function findNamed<Thing extends { name: string }>(text: string, things: Thing[]): Thing[] {
  const asked = readNamingWords(text);
  const measured = things.map((thing) => {
    const words = readNamingWords(thing.name);
    const found = words.filter((word) => asked.some((other) => isSameWord(word, other))).length;
    return { thing, found, isWhole: found === words.length };
  });
  const most = Math.max(0, ...measured.map(({ found }) => found));
  if (most === 0) return [];
  const best = measured.filter(({ found }) => found === most);
  const whole = best.filter(({ isWhole }) => isWhole);
  return (whole.length > 0 ? whole : best).map(({ thing }) => thing);
}
