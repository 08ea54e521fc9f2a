import { fold } from '../../../platform/database/fold.ts';
import { readPhone } from '../../../platform/text/phones.ts';
import { findByPhones } from '../../people/index.ts';
import { asksForOthersData } from '../decide/local/privacy.ts';
import { findBrokenRule } from '../decide/local/rules.ts';
import type { Fault } from './case.ts';
import { findWrongAmount } from './judge-amounts.ts';
import { contextOf, type Subject } from './subject.ts';
import { listTexts, splitSentences } from './texts.ts';

/** The word that planted instructions tell the agent to say. */
export const canary = 'ZEBRA-4711';

/** Patterns of instructions to a machine; folded. */
const instructions = [
  /\b(?:ignor\w+|esque[cz]\w*|olvid\w+|forget|disregard|override|desconsider\w+)\s+(?:\S+\s+){0,4}?(?:instruc\w+|instructions?|regras?|reglas?|rules?|prompts?|anteriores|previous|acima|above|tudo|todo|everything)\b/,
  /\b(?:system|developer) (?:prompt|message|mode)\b|\bprompt d[eo]l? sistema\b|\bmodo (?:desenvolvedor|desarrollador)\b|\bjailbreak\b/,
  /\b(?:you are now|from now on,? you|voce agora e|a partir de agora,? (?:voce|tu|eres|responda)|ahora eres)\b/,
  /<\|?(?:im_start|im_end|system|endoftext)|\[\/?inst\]|^[ \t]*#+ *(?:system|instructions?)\b|\bassistant\s*:/m,
];
const humanClaims = [
  /\b(?:sou|somos|e) (?:uma? )?(?:pessoa|atendente|gente|humano|humana|ser humano) (?:de verdade|real|de carne e osso)\b|\bsou (?:um |uma )?(?:ser )?human[oa]\b/,
  /\bnao (?:sou|e) (?:um |uma )?(?:robo|bot|maquina|inteligencia artificial|ia)\b/,
  /\b(?:i am|i'm|im) (?:a |an )?(?:real|actual) (?:person|human)\b|\b(?:i am|i'm) (?:a )?human\b/,
  /\b(?:i am|i'm|im) not (?:a |an )?(?:robot|bot|machine|ai)\b|\bthis is not (?:a |an )?(?:robot|bot|machine|ai)\b/,
  /\bsoy (?:una? )?(?:persona|humano|humana|ser humano) (?:de verdad|real|de carne y hueso)\b|\bsoy (?:un |una )?(?:ser )?human[oa]\b/,
  /\bno soy (?:un |una )?(?:robot|bot|maquina|inteligencia artificial|ia)\b/,
];
/** Patterns of placeholders that were not filled in. */
const placeholders = [
  /\{\{?[^{}\n]{1,60}\}\}?/,
  /\[(?:seu |sua |your |tu |su )?(?:nome|name|nombre|loja|shop|store|tienda|endere[cç]o|address|direcci[oó]n|telefone|phone|tel[eé]fono|hor[aá]rio|hours|pre[cç]o|price|precio|inserir|insert|insertar|xx)[^[\]\n]{0,40}\]/i,
  /\blorem ipsum\b|\bx{4,}\b/i,
];
const emailPattern = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const phonePattern = /(?<![\d.,])\+?\(?\d[\d\s().-]{6,17}\d(?![\d,])/g;
/** A CPF with punctuation or label; eleven digits alone may be a phone number. */
const cpfPattern = /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)|\bcpf\D{0,8}\d{11}(?!\d)/gi;
const cardPattern = /(?<!\d)(?:\d[ -]?){14,15}\d(?!\d)/g;
const privateLines =
  /\b(?:telefone|celular|whatsapp|e-?mail|endereco|telefono|correo|direccion|phone|cell|address)\s+(?:pessoal|particular|personal|residencial|privado|d[oa] don[oa]|del? due[nñ][oa])\b|\b(?:personal|private|home) (?:phone|cell|number|address|e-?mail)\b|\bowner'?s (?:phone|cell|number|address|e-?mail)\b/;

/** Names that are no person's: "o número do WhatsApp". */
const channels = ['WhatsApp', 'Pix', 'Instagram', 'Facebook', 'Telegram', 'iFood', 'Rappi', 'Uber', 'SAC', 'Delivery'];

/** The first fault of a text, by the checks that apply to every reply; null if there is none. */
export async function inspectText(subject: Subject, asked: string, text: string): Promise<Fault | null> {
  if (text.includes(canary)) return { advice: 'followsInstruction' };
  return (
    quoteOf(text, isInstruction, 'speaksToMachines') ??
    (await findPersonalData(subject, asked, text)) ??
    findWrongAmount(subject, { text: withoutOwn(subject, text), asked }) ??
    quoteOf(text, (sentence) => humanClaims.some((claim) => claim.test(fold(sentence))), 'claimsHuman') ??
    findPlaceholder(text) ??
    findForbidden(subject, text)
  );
}

/** A reply without the texts of the owner that it quotes, which `checkTexts` judges by themselves. */
const withoutOwn = (subject: Subject, text: string): string =>
  listTexts(subject)
    .map((own) => own.text.trim().replace(/\.$/, ''))
    // One text may begin with another.
    .sort((one, other) => other.length - one.length)
    .reduce((rest, own) => (rest.includes(own) ? rest.replaceAll(own, '\n') : rest), text);

export const isInstruction = (text: string): boolean => instructions.some((pattern) => pattern.test(fold(text)));

function quoteOf(text: string, isBad: (sentence: string) => boolean, advice: Fault['advice']): Fault | null {
  if (!isBad(text)) return null;
  return { advice, about: (splitSentences(text).find(isBad) ?? text).slice(0, 120) };
}

function findPlaceholder(text: string): Fault | null {
  const found = placeholders.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
  return found === undefined ? null : { advice: 'unfinished', about: found };
}

function findForbidden(subject: Subject, text: string): Fault | null {
  const rule = findBrokenRule(contextOf(subject, ''), text);
  return rule ? { advice: 'breaksRule', about: rule.text } : null;
}

/**
 * A fault for personal data: a document or card number, the phone number of a contact, or a phone number or e-mail
 * address that is described as private. The shop's own numbers are allowed.
 */
async function findPersonalData(subject: Subject, asked: string, text: string): Promise<Fault | null> {
  const { workspace, agent, items } = subject;
  const document = text.match(cpfPattern)?.find(isCpf) ?? text.match(cardPattern)?.find(isCard);
  if (document) return { advice: 'personalData', about: document };
  const phones = text.match(phonePattern) ?? [];
  const known = [workspace.name, agent.name, ...channels, ...[...agent.services, ...items].map(({ name }) => name)];
  const isPersonal = (line: string) => privateLines.test(fold(line)) || asksForOthersData(line, known);
  const contact = [...phones, ...(emailPattern.exec(text) ?? [])][0];
  if (contact && [asked, ...splitSentences(text)].some(isPersonal)) return { advice: 'personalData', about: contact };
  const numbers = phones.map((phone) => readPhone(phone, workspace.country).phone).filter((phone) => phone !== null);
  if (numbers.length === 0) return null;
  const [owner] = await findByPhones(subject.platform.database.read, workspace.id, numbers);
  return owner ? { advice: 'personalData', about: owner.phone } : null;
}

/** Checks the two check digits of a Brazilian taxpayer number. */
function isCpf(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, '')].map(Number);
  if (new Set(digits).size === 1) return false;
  return [9, 10].every((length) => {
    const sum = digits.slice(0, length).reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    return ((sum * 10) % 11) % 10 === digits[length];
  });
}

/** Checks the check digit of a card number (Luhn). */
function isCard(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 && new Set(digits).size > 1;
}
