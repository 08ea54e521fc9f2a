import { z } from 'zod';
import { fold } from '../../platform/database/fold.ts';
import { detectLanguage } from '../../platform/text/detect-language.ts';
import { languages } from '../../platform/text/languages.ts';
import type { Finding } from './schemas.ts';
import { namesIn } from './template-variables.ts';

const longest = 4_096;
const text = z.string().max(longest).catch('');
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(30).catch([]);

/** What can be read of a draft, however unfinished it is. */
const Readable = z.object({
  category: text,
  language: text,
  components: list(
    z
      .object({
        type: text,
        text,
        example: z.unknown().optional(),
        buttons: list(z.object({ type: text, text, url: text }).catch({ type: '', text: '', url: '' })),
      })
      .catch({ type: '', text: '', example: null, buttons: [] }),
  ),
});
type Readable = z.output<typeof Readable>;
type Part = Readable['components'][number];

interface Rule<Subject> {
  code: string;
  message: string;
  isBroken(subject: Subject, draft: Readable): boolean;
}

const emoji = /\p{Extended_Pictographic}/gu;
const variable = /\{\{[^{}]*\}\}/g;
const mostEmoji = 10;
const fewestCapitals = 12;
const fewestWords = 12;
/** The languages that are told apart. */
const told: readonly string[] = languages;

const wordsOf = (said: string): string[] => said.replaceAll(variable, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
const count = (said: string, sought: RegExp): number => said.match(sought)?.length ?? 0;
/** Whether any of the words stands in a text, in any case and with or without accents. */
const has = (said: string, sought: RegExp): boolean => sought.test(fold(said));

const secrets =
  /\b(senha|password|contrasena|cvv|cvc|pin|numero do (seu )?cartao|card number|numero de (tu|su) tarjeta|cpf|dni)\b/;
const shortLinks =
  /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co|cutt\.ly|is\.gd|rebrand\.ly|encurtador\.com\.br|shorturl\.at)\b/;
const advertising =
  /\b(promocao|promocoes|oferta|ofertas|desconto|descontos|cupom|gratis|imperdivel|sale|offer|discount|coupon|free|promocion|promociones|descuento|descuentos|cupon|rebajas|aproveite|aprovecha)\b|\d ?% ?(off|de)\b/;
const wayOut = /\b(sair|parar|pare|stop|baja|cancelar|descadastrar|unsubscribe|no recibir|nao receber)\b/;
const sampleOnly =
  /^(test|teste|prueba|xxx+|abc|exemplo|example|ejemplo|sample|variavel|variable|valor|\d|\{\{.*\}\})$/;

/** A text with too many variables for its words: at least half, and one more, must be words that stay. */
const isThin = (said: string): boolean => {
  const variables = count(said, variable);
  return variables > 0 && wordsOf(said).length < variables + 1;
};

function isShouted(said: string): boolean {
  const letters = said.replaceAll(variable, '').match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase());
  return capitals.length >= fewestCapitals && capitals.length > 0.7 * letters.length;
}

function speaksAnother(said: string, { language }: Readable): boolean {
  const words = wordsOf(said);
  if (words.length < fewestWords || !told.includes(language.slice(0, 2))) return false;
  const seen = detectLanguage(words.join(' '));
  return seen !== null && seen !== language.slice(0, 2);
}

/** What reviewers often refuse in a body, or what makes people report it. */
const bodyRules: Rule<string>[] = [
  {
    code: 'variable_at_edge',
    message: 'The text begins or ends with a variable: put a word or a sign around it',
    isBroken: (said) => /^\s*\{\{/.test(said) || said.trimEnd().endsWith('}}'),
  },
  {
    code: 'variables_adjacent',
    message: 'Two variables stand side by side: put a word between them',
    isBroken: (said) => /\}\}\s?\{\{/.test(said),
  },
  { code: 'few_words', message: 'There is too little text around so many variables', isBroken: isThin },
  {
    code: 'line_breaks',
    message: 'Leave at most one empty line between two paragraphs',
    isBroken: (said) => /\n\s?\n\s?\n/.test(said),
  },
  {
    code: 'many_emoji',
    message: 'More than ten emoji look like spam',
    isBroken: (said) => count(said, emoji) > mostEmoji,
  },
  { code: 'capitals', message: 'A text in capital letters looks like spam', isBroken: isShouted },
  {
    code: 'asks_secrets',
    message: 'Messages that name passwords, cards or identity documents are refused',
    isBroken: (said) => has(said, secrets),
  },
  {
    code: 'short_link',
    message: 'Shortened links are refused: write the whole address',
    isBroken: (said) => has(said, shortLinks),
  },
  {
    code: 'other_language',
    message: 'The text seems to be in another language than the one chosen',
    isBroken: speaksAnother,
  },
];

const isMixed = (buttons: Part['buttons']): boolean => {
  const turns = buttons.filter(
    ({ type }, index) => (type === 'QUICK_REPLY') !== (buttons[index - 1]?.type === 'QUICK_REPLY') && index > 0,
  );
  return turns.length > 1;
};

const mostOfKind: Record<string, number> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };

const buttonRules: Rule<Part['buttons']>[] = [
  {
    code: 'buttons_mixed',
    message: 'Keep the reply buttons together: all before the others, or all after them',
    isBroken: isMixed,
  },
  {
    code: 'many_buttons',
    message: 'At most two links, one number and one code are taken',
    isBroken: (buttons) =>
      Object.entries(mostOfKind).some(([kind, most]) => buttons.filter(({ type }) => type === kind).length > most),
  },
];

/** Rules for the whole draft, each shown at a field. */
const draftRules: (Rule<string> & { field: 'category' | 'body' })[] = [
  {
    field: 'category',
    code: 'sounds_like_marketing',
    message: 'It sounds like advertising: the platform would file it under Marketing',
    isBroken: (said, { category }) => category === 'UTILITY' && has(said, advertising),
  },
  {
    field: 'category',
    code: 'one_time_code',
    message: 'One-time codes have a fixed form, which is made at the platform',
    isBroken: (_said, { category }) => category === 'AUTHENTICATION',
  },
  {
    field: 'body',
    code: 'no_way_out',
    message: 'Say how to stop such messages, in the footer or with a button: people who can do so report less',
    isBroken: (said, { category }) => category === 'MARKETING' && said.trim() !== '' && !has(said, wayOut),
  },
];

const isPlain = (said: string): boolean => count(said, emoji) === 0 && !/[\n*_~`]/.test(said.replaceAll(variable, ''));

/** All that can be said of a draft that the rules of its schema allow; `path` leads into the draft. */
export function findHints(draft: unknown): Finding[] {
  const read = Readable.safeParse(draft).data;
  if (!read) return [];
  const said = read.components.flatMap((part) => [part.text, ...part.buttons.map((button) => button.text)]).join('\n');
  const body = read.components.findIndex(({ type }) => type === 'BODY');
  const whole = draftRules
    .filter((rule) => rule.isBroken(said, read) && (rule.field !== 'body' || body !== -1))
    .map((rule) => toHint(rule.field === 'body' ? `components[${body}].text` : rule.field, rule));
  return [...whole, ...read.components.flatMap((part, index) => hintsOf(part, `components[${index}]`, read))];
}

function hintsOf(part: Part, path: string, draft: Readable): Finding[] {
  if (part.type === 'BUTTONS') return hintsOfButtons(part.buttons, `${path}.buttons`, draft);
  const rules = part.type === 'BODY' ? bodyRules : [plainRule];
  const found = rules.filter((rule) => rule.isBroken(part.text, draft)).map((rule) => toHint(`${path}.text`, rule));
  const samples = JSON.stringify(part.example ?? null).match(/"[^"]*"/g) ?? [];
  const isEmptyTalk = namesIn(part.text).length > 0 && samples.some((sample) => has(sample.slice(1, -1), sampleOnly));
  return isEmptyTalk ? [...found, toHint(`${path}.example`, sampleRule)] : found;
}

const plainRule: Rule<string> = {
  code: 'not_plain',
  message: 'No emoji, line break or formatting is taken here',
  isBroken: (said) => !isPlain(said),
};

const sampleRule = {
  code: 'sample_unreal',
  message: 'Give samples that a customer could really get: reviewers refuse others',
};

function hintsOfButtons(buttons: Part['buttons'], path: string, draft: Readable): Finding[] {
  const labels = buttons.map(({ text: label }) => fold(label.trim()));
  return [
    ...buttonRules.filter((rule) => rule.isBroken(buttons, draft)).map((rule) => toHint(path, rule)),
    ...buttons.flatMap(({ text: label, url }, index) => [
      ...(isPlain(label) ? [] : [toHint(`${path}[${index}].text`, plainRule)]),
      ...(label !== '' && labels.indexOf(labels[index] ?? '') < index
        ? [toHint(`${path}[${index}].text`, twiceRule)]
        : []),
      ...(has(url, shortLinks) ? [toHint(`${path}[${index}].url`, linkRule)] : []),
    ]),
  ];
}

const twiceRule = { code: 'label_twice', message: 'Another button has the same text' };
const linkRule = { code: 'short_link', message: 'Shortened links are refused: write the whole address' };

const toHint = (path: string, { code, message }: { code: string; message: string }): Finding => ({
  path,
  severity: 'hint',
  code,
  message,
});
