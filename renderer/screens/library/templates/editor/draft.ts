import type { Body, Result } from '../../../../api/operations.ts';
import { fold } from '../../../../components/form/fold.ts';
import { newId } from '../../../../reserved/new-id.ts';
import { namesIn } from '../variables.ts';

type ChatTemplate = Result<'getChatTemplate'>;

export const headerFormats = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'] as const;
type HeaderFormat = (typeof headerFormats)[number];
export const buttonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const;
export type ButtonType = (typeof buttonTypes)[number];
export const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

export interface ButtonDraft {
  key: string;
  type: ButtonType;
  text: string;
  url: string;
  phone: string;
  /** Of the variable of an address, or the code that is copied. */
  sample: string;
}

/** A template while it is written. */
export interface Draft {
  name: string;
  category: string;
  language: string;
  format: HeaderFormat;
  header: string;
  headerSample: string;
  /** The vendor's handle of the sample of a media header; empty without one. */
  handle: string;
  fileName: string;
  /** Where this browser shows that file; empty after a reload. */
  previewUrl: string;
  body: string;
  /** Samples of the body's variables by their names. */
  samples: Record<string, string>;
  footer: string;
  buttons: ButtonDraft[];
}

const templateLanguages = { pt: 'pt_BR', en: 'en_US', es: 'es' } as Record<string, string>;

export const emptyDraft = (language: string): Draft => ({
  name: '',
  category: 'MARKETING',
  language: templateLanguages[language] ?? 'en_US',
  format: 'NONE',
  header: '',
  headerSample: '',
  handle: '',
  fileName: '',
  previewUrl: '',
  body: '',
  samples: {},
  footer: '',
  buttons: [],
});

export const newButton = (type: ButtonType): ButtonDraft => ({
  key: newId(),
  type,
  text: '',
  url: '',
  phone: '',
  sample: '',
});

/** A name as the platform takes it, of the same length: what is no letter, digit or underscore becomes `_`. */
export const toName = (typed: string): string => fold(typed).replaceAll(/[^a-z0-9_]/g, '_');

const isNumbered = (names: string[]): boolean => /^\d/.test(names[0] ?? '');

/** Samples in the vendor's form: a list for numbers, pairs for names. */
function toExample(field: string, text: string, sampleOf: (name: string) => string, isNested: boolean) {
  const names = namesIn(text);
  if (names.length === 0) return {};
  const list = names.map(sampleOf);
  const example = isNumbered(names)
    ? { [field]: isNested ? [list] : list }
    : { [`${field}_named_params`]: names.map((name) => ({ param_name: name, example: sampleOf(name) })) };
  return { example };
}

function toHeader({ format, header, headerSample, handle }: Draft): object[] {
  if (format === 'NONE') return [];
  if (format !== 'TEXT') {
    return [{ type: 'HEADER', format, ...(handle === '' ? {} : { example: { header_handle: [handle] } }) }];
  }
  return [{ type: 'HEADER', format, text: header, ...toExample('header_text', header, () => headerSample, false) }];
}

function toButton({ type, text, url, phone, sample }: ButtonDraft): object {
  if (type === 'QUICK_REPLY') return { type, text };
  if (type === 'PHONE_NUMBER') return { type, text, phone_number: phone.replaceAll(/[ ().-]/g, '') };
  if (type === 'COPY_CODE') return { type, example: sample };
  return { type, text, url, ...(namesIn(url).length > 0 ? { example: [sample] } : {}) };
}

/** The draft in the form of the server, finished or not. */
export function toBody(draft: Draft) {
  const { name, category, language, body, samples, footer, buttons } = draft;
  const components = [
    ...toHeader(draft),
    { type: 'BODY', text: body, ...toExample('body_text', body, (each) => samples[each] ?? '', true) },
    ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(toButton) }]),
  ];
  return { name, category, language, components } as Body<'createChatTemplate'>;
}

type Loose = Record<string, unknown>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A draft that begins with another template. A media header needs a new sample: the old one's handle is used up. */
export function fromTemplate(template: ChatTemplate): Draft {
  const { name, category, language, components } = template;
  const part = (type: string): Loose => components.find((each) => each.type === type) ?? {};
  const header = part('HEADER');
  const body = part('BODY');
  const example = (body.example ?? {}) as Loose;
  const pairs = listOf(example.body_text_named_params) as Loose[];
  const list = listOf(listOf(example.body_text)[0]);
  const samples = namesIn(textOf(body.text)).map((each, index) => [
    each,
    textOf(pairs.find((pair) => pair.param_name === each)?.example ?? list[index]),
  ]);
  return {
    ...emptyDraft(''),
    name: `${name}_2`,
    category,
    language,
    format: headerFormats.find((format) => format === header.format) ?? (header.text ? 'TEXT' : 'NONE'),
    header: textOf(header.text),
    headerSample: textOf(listOf((header.example as Loose | undefined)?.header_text)[0]),
    body: textOf(body.text),
    samples: Object.fromEntries(samples),
    footer: textOf(part('FOOTER').text),
    buttons: (listOf(part('BUTTONS').buttons) as Loose[]).flatMap((button) => {
      const type = buttonTypes.find((each) => each === button.type);
      if (!type) return [];
      const sample = textOf(type === 'COPY_CODE' ? button.example : listOf(button.example)[0]);
      const fields = { text: textOf(button.text), url: textOf(button.url), phone: textOf(button.phone_number), sample };
      return [{ ...newButton(type), ...fields }];
    }),
  };
}
