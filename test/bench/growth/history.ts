import { dayMs } from '../../../server/platform/durations.ts';

/**
 * The history of a shop that has worked for three years, in blocks of some hours with the same rows each. Rows are
 * numbered by their age and derived from their number alone, so that any part can be written at any time.
 */
const wholeBlocks = 5_000;
const spanMs = 3 * 365 * dayMs;

export const scale = Number(process.env.GROWTH_SCALE ?? 1);
export const blocks = Math.max(10, Math.round(wholeBlocks * scale));

/** Rows of one block. Half of the contacts, the first, have a conversation. */
export const perBlock = {
  ...{ messages: 1_000, contacts: 40, conversations: 20 },
  ...{ orders: 10, cards: 10, appointments: 10, leads: 10 },
};

const endMs = Date.now();
const blockMs = spanMs / blocks;

/** When a part (0 to 1) of a block had passed, in ms. */
export const timeIn = (block: number, part: number): number => endMs - (blocks - block - part) * blockMs;

export const toText = (atMs: number): string => new Date(atMs).toISOString();

/** The id of a row by its number; sorts by it, before the ids of today. */
export const idOf = (prefix: string, number: number): string => `${prefix}_01${String(number).padStart(24, '0')}`;

/** A number of [0, 1) that looks random and depends on its arguments alone. */
export function draw(number: number, salt: number): number {
  let mixed = Math.imul(number ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Ordered by frequency: the first is in every third message. */
const commonWords = (
  'maria pizza entrega pedido quanto calabresa hoje cartão endereço pix borda obrigado tem por favor troco catupiry ' +
  'refrigerante promoção horário rua bairro amanhã cedo tarde noite família mesa reserva aniversário bolo doce salgado ' +
  'açaí café pão queijo presunto frango palmito'
).split(' ');
const syllables =
  'ba be bo ca ce co da de do fa fe fo ga go la le li lo ma me mi mo na ne no pa pe po ra re ri ro'.split(' ');
const tails = syllables.length ** 3;

/** A word that only the newest block has, in ten of its texts and names. */
export const rareWord = 'zoraide';

/** The words of all messages: common ones, some 30,000 others, and the rare one. */
export const vocabulary: string[] = [
  ...commonWords,
  ...Array.from({ length: tails }, (_, number) =>
    [number, number / syllables.length, number / syllables.length ** 2]
      .map((part) => syllables[Math.floor(part) % syllables.length])
      .join(''),
  ),
  rareWord,
];

const isRare = (block: number, place: number): boolean => block === blocks - 1 && place < 10;

/** Positions in the vocabulary of the words of a message. */
export function wordsOf(block: number, place: number): number[] {
  const number = block * perBlock.messages + place;
  const common = (salt: number) => Math.floor(draw(number, salt) ** 2 * commonWords.length);
  const other = commonWords.length + Math.floor(draw(number, 3) * tails);
  return [common(0), common(1), other, isRare(block, place) ? vocabulary.length - 1 : common(2)];
}

const firstNames = 'Maria Ana José João Bruna Carlos Davi Elisa Fábio Gabi Heitor Íris Júlia Kátia Luís Nair'.split(
  ' ',
);

export const nameOf = (block: number, place: number): string => {
  const number = block * perBlock.contacts + place;
  const first = isRare(block, place) ? 'Zoraide' : firstNames[Math.floor(draw(number, 4) * firstNames.length)];
  const other = vocabulary[commonWords.length + Math.floor(draw(number, 5) * tails)] ?? '';
  return `${first} ${other.charAt(0).toUpperCase()}${other.slice(1)}`;
};

export const phoneOf = (block: number, place: number): string =>
  `+55119${10_000_000 + block * perBlock.contacts + place}`;

/** Whether a row is among the newest of its kind. */
export const isAmongNewest = (count: number, number: number, ofBlock: number): boolean =>
  number >= blocks * ofBlock - count;
