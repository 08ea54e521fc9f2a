import { z } from 'zod';
import { readWords } from '../../../server/areas/replies/decide/local/words.ts';
import type { MessageInSet, ShopInSet } from '../../agents/set.ts';

/** How the ids of these questions begin. */
export const easy = 'easy-';

const pricesOf = {
  pt: ['quanto custa', 'tem'],
  es: ['cuanto cuesta', 'tienen'],
  en: ['how much is the', 'do you have the'],
};
const keywordsOf = { pt: ['aceitam', 'tem', 'e'], es: ['aceptan', 'hay', 'y'], en: ['do you take', 'is there', 'and'] };
const hoursOf = {
  pt: [
    'qual o horario de voces',
    'abre segunda?',
    'que horas fecha hoje',
    'ta aberto agora?',
    'funciona sabado?',
    'ate que horas',
  ],
  es: [
    'cual es el horario',
    'abren el lunes?',
    'a que hora cierran hoy',
    'esta abierto ahora?',
    'abris el sabado?',
    'hasta que hora',
  ],
  en: [
    'what are your opening hours',
    'are you open on monday?',
    'what time do you close today',
    'open now?',
    'open saturdays?',
    'when do you shut',
  ],
};
/** What no shop is asked about, or answers. */
const strange = {
  pt: [
    ...['quem vai ganhar a eleicao', 'me conta uma piada', 'qual a capital da franca', 'vai chover amanha em paris?'],
    ...['faz minha licao de casa de matematica', 'quem e o presidente do brasil', 'qual time vai ganhar o jogo hoje'],
    ...[
      'me ensina a programar',
      'qual o sentido da vida',
      'to com dor de cabeca que remedio tomo',
      'em quem devo votar',
    ],
    ...['vale a pena comprar bitcoin?', 'qual a cotacao do dolar', 'escreve um poema pra minha namorada'],
  ],
  es: [
    ...[
      'quien va a ganar las elecciones',
      'contame un chiste',
      'cual es la capital de francia',
      'va a llover en paris?',
    ],
    ...['haceme la tarea de matematica', 'quien es el presidente', 'que equipo gana el partido hoy', 'a quien voto'],
    ...[
      'enseñame a programar',
      'cual es el sentido de la vida',
      'me duele la cabeza que tomo',
      'a cuanto esta el dolar',
    ],
    ...['conviene comprar bitcoin?', 'escribe un poema para mi novia'],
  ],
  en: [
    ...[
      'who will win the election',
      'tell me a joke',
      'what is the capital of france',
      'will it rain in paris tomorrow?',
    ],
    ...['do my maths homework', 'who is the president', 'who wins the game tonight', 'who should i vote for'],
    ...['teach me to code', 'what is the meaning of life', 'i have a headache what do i take', 'is bitcoin worth it?'],
    ...['what is the dollar rate', 'write a poem for my girlfriend'],
  ],
};
/** Stands for the opening hours among the facts that a message must have. */
export const theHours = 'the opening hours';
const wordsPerAnswer = 2;
const shortestKeyword = 4;

/**
 * Plain questions made from what a shop tells, which the set has few of: each FAQ without every third word, words that
 * only one answer has, each item by its name, the items that share a word, and the opening hours.
 */
export function makeEasy(shop: ShopInSet): MessageInSet[] {
  const faqs = z.array(z.object({ question: z.string(), answer: z.string() })).parse(shop.agent.faqs ?? []);
  const plain = { class: 'plain' as const, answerable: true, mustNot: [] };
  const texts = JSON.stringify([shop.agent, shop.items, shop.documents]);
  const counts = Map.groupBy(readWords(texts), (word) => word);
  const { language } = shop;
  const names = shop.items.map(({ name }) => name);
  const kinds = [
    ...Map.groupBy(
      names.flatMap((name) => [...new Set(readWords(name))]),
      (word) => word,
    ),
  ]
    .filter(([word, all]) => all.length > 1 && word.length >= shortestKeyword)
    .map(([word]) => word);
  return [
    ...faqs.flatMap(({ question, answer }, index) => {
      const words = readWords(question);
      const text = words.filter((_, place) => words.length < 4 || place % 3 !== index % 3).join(' ');
      const rare = readWords(answer)
        .filter((word) => word.length >= shortestKeyword && !/\d/.test(word) && counts.get(word)?.length === 1)
        .slice(0, wordsPerAnswer);
      return [text, ...rare.map((word, place) => `${keywordsOf[language][(index + place) % 3]} ${word}?`)].map(
        (asked, place) => ({ ...plain, id: `${easy}faq-${index}-${place}`, text: asked, must: [[answer]] }),
      );
    }),
    ...shop.items.map(({ name }, index) => {
      const text = `${pricesOf[language][index % 2]} ${name.toLowerCase()}`;
      return { ...plain, id: `${easy}item-${index}`, text, must: [[name]] };
    }),
    ...kinds.map((word) => ({
      ...plain,
      id: `${easy}kind-${word}`,
      text: `${pricesOf[language][0]} ${word}`,
      must: names.filter((name) => readWords(name).includes(word)).map((name) => [name]),
    })),
    ...strange[language].map((text, index) => ({
      ...plain,
      id: `${easy}strange-${index}`,
      text,
      answerable: false,
      must: [],
    })),
    ...hoursOf[language].map((text, index) => ({ ...plain, id: `${easy}hours-${index}`, text, must: [[theHours]] })),
  ];
}
