import { fold } from '../../../../platform/database/fold.ts';
import { isEmail } from '../../../../platform/text/emails.ts';
import { readPhone } from '../../../../platform/text/phones.ts';
import { readWords } from '../../decide/local/words.ts';
import { areDisjoint, type Check, type Finding, findDiffering } from '../check.ts';
import type { Subject } from '../subject.ts';
import { type OwnerText, splitSentences } from '../texts.ts';

/** Checks of phone numbers, addresses, e-mail addresses and links in the owner's texts. */
export const contactChecks: Check[] = [
  { capability: 'is_consistent', flavour: 'phones', expected: 'agreement', find: findTwoPhones },
  { capability: 'is_consistent', flavour: 'addresses', expected: 'agreement', find: findTwoAddresses },
  {
    ...{ capability: 'is_consistent', flavour: 'emails', expected: 'reachable' },
    find: (_subject, texts) =>
      texts.flatMap((text) => {
        const about = findEmails(text.text).find((email) => !isEmail(email));
        return about === undefined ? [] : [{ advice: 'badEmail', about, text }];
      }),
  },
  {
    ...{ capability: 'is_consistent', flavour: 'links', expected: 'reachable' },
    find: (_subject, texts) =>
      texts.flatMap((text) => {
        const about = findLinks(text.text).find((link) => !isPublicLink(link));
        return about === undefined ? [] : [{ advice: 'badLink', about, text }];
      }),
  },
];

const phonePattern = /(?<![\d.,/])\+?\(?\d[\d\s().-]{6,17}\d(?![\d,/])/g;
const callsPhone =
  /\b(?:telefon\w*|tel|fones?|ligue|ligar|liga|whats\w*|wpp|zap|celular\w*|numeros?|contat\w*|contact\w*|llam\w*|marc\w*|phones?|call\w*|ring|text|number|sms)\b/;
const otherNumbers =
  /\b(?:cnpj|cpf|pix|rut|nit|ruc|cuit|ein|vat|cep|zip|conta|cuenta|account|agencia|pedido|registro|crm|cro)\b/;
/** Words by which a shop tells several of its numbers or places apart. */
const roles =
  /\b(?:whats\w*|wpp|zap|fixo|fijo|landline|celular|mobile|cell|fax|sms|emergenc\w*|urgenc\w*|plantao|guardia|after hours|filial|unidade|loja \d|sucursal|sede|branch|store \d|location|delivery|entregas?|envios?|pedidos|encomendas?|orders|reservas?|bookings?|reservations?|financeiro|billing|sac|eventos?|events?|atacado|wholesale|oficina|workshop|recepcao|recepcion|reception|ouvidoria|suporte|support|soporte|matriz|shopping|mall|centro|norte|sul|leste|oeste|sur|este|north|south|east|west)\b/g;

interface Stated {
  text: OwnerText;
  value: string;
  written: string;
  role: string;
}

/** The role that a sentence gives to what it names: its words that tell numbers or places apart. */
const roleOf = (...sentences: string[]): string =>
  [...new Set(sentences.flatMap((sentence) => fold(sentence).match(roles) ?? []))].sort().join(' ');

/** Texts that tell different values in one role. A text that tells several of them tells them apart itself. */
function findTwo(stated: Stated[], advice: Finding['advice']): Finding[] {
  const valuesOf = (text: OwnerText) => new Set(stated.filter((one) => one.text === text).map(({ value }) => value));
  return findDiffering(
    stated,
    ({ role }) => role,
    (one, other) => areDisjoint(valuesOf(one.text), valuesOf(other.text)),
  ).map(([one, other]) => {
    return { advice, about: one.text.title, said: other.written, known: one.written, text: other.text };
  });
}

function findTwoPhones({ workspace }: Subject, texts: OwnerText[]): Finding[] {
  const stated = texts.flatMap((text) =>
    splitSentences(text.text).flatMap((sentence): Stated[] => {
      const said = fold(sentence);
      if (otherNumbers.test(said)) return [];
      return [...sentence.matchAll(phonePattern)].flatMap(([written]) => {
        const isPhone = /^[+(]/.test(written) || callsPhone.test(said) || callsPhone.test(fold(text.asked));
        if (!isPhone) return [];
        // A local number without its area code is compared by its digits.
        const value = readPhone(written, workspace.country).phone ?? written.replaceAll(/\D/g, '');
        return [{ text, value, written, role: roleOf(sentence, text.asked) }];
      });
    }),
  );
  return findTwo(stated, 'twoPhones');
}

const romanceStreets = new Set(
  'rua r avenida av alameda travessa praca rodovia estrada largo calle avda carrera cra paseo plaza camino jiron diagonal'.split(
    ' ',
  ),
);
const englishStreets = new Set(
  'street st avenue ave road rd lane ln drive dr boulevard blvd way square sq court ct place pl terrace row quay'.split(
    ' ',
  ),
);
const mostNameWords = 5;
const isHouseNumber = (word: string | undefined): boolean => word !== undefined && /^\d{1,5}$/.test(word);

/** The addresses that a sentence names: a street and a number, "Rua das Flores, 120" or "14 Capel Street". */
function readAddresses(sentence: string): string[] {
  const words = readWords(sentence).filter((word) => !['n', 'no', 'num', 'numero'].includes(word));
  return words.flatMap((word, at) => {
    const next = words.slice(at + 1, at + 2 + mostNameWords);
    if (romanceStreets.has(word)) {
      const number = next.findIndex((one, index) => index > 0 && isHouseNumber(one));
      return number > 0 ? [next.slice(0, number + 1).join(' ')] : [];
    }
    const street = isHouseNumber(word) ? next.findIndex((one, index) => index > 0 && englishStreets.has(one)) : -1;
    return street > 0 ? [[...next.slice(0, street), word].join(' ')] : [];
  });
}

const saysWhere =
  /\b(?:onde|endereco|ficamos|fica|estamos|localiza\w*|donde|direccion|ubica\w*|encontra\w*|nos encontramos|where|address|located|find us|we are at|we're at|visit us|come to)\b/;

function findTwoAddresses(_subject: Subject, texts: OwnerText[]): Finding[] {
  const stated = texts.flatMap((text) =>
    splitSentences(text.text.replaceAll(/\b(av|avda|r|jr|cra|st|n)\. /gi, '$1 ')).flatMap((sentence): Stated[] => {
      const said = fold(sentence);
      const asked = fold(text.asked);
      if (elsewhere.test(said) || elsewhere.test(asked) || !(saysWhere.test(said) || saysWhere.test(asked))) return [];
      const role = roleOf(sentence, text.asked);
      return readAddresses(sentence).map((value) => ({ text, value, written: value, role }));
    }),
  );
  return findTwo(stated, 'twoAddresses');
}

/** Sentences about another place than the shop. */
const elsewhere =
  /\b(?:estacion\w*|parking|park|garagem|garage|metro|onibus|bus|estacao|estacion|station|retirada|retiro|pickup|hospital|aeroporto|aeropuerto|airport|entrada pel[ao]|correios?|evento|event)\b/;

/** What is written like an e-mail address; not the name of an account, such as `@shop`. */
const findEmails = (text: string): string[] =>
  text
    .split(/[\s<>()"',;]/)
    .filter((word) => word.indexOf('@') > 0 && !word.includes('/'))
    .map((word) => word.replace(/^mailto:/, '').replace(/[.,!?:]{1,3}$/, ''));

const findLinks = (text: string): string[] =>
  [...text.matchAll(/\b(?:h{1,2}t{1,3}ps?[:;/]{1,3}|www\.)[^\s<>()"']*/gi)].map(([found]) =>
    found.replace(/[.,!?;:]{1,3}$/, ''),
  );

const privateHost =
  /^(?:localhost|.*\.(?:local|internal|lan|test|invalid)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|169\.254\..*|\[.*)$/;

/** Whether customers can open a link: a web address of a host with a public name. */
function isPublicLink(link: string): boolean {
  const url = URL.parse(link.toLowerCase().startsWith('www.') ? `https://${link}` : link);
  if (!url || !['http:', 'https:'].includes(url.protocol) || !/^https?:\/\//i.test(url.href)) return false;
  if (!/^(?:https?:\/\/|www\.)/i.test(link)) return false;
  return url.hostname.includes('.') && !url.hostname.includes('..') && !privateHost.test(url.hostname);
}
