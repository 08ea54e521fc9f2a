import type { ProblemCode } from '../../build/client/package/generated/models.ts';

/** The console's words for the server's English texts. */
export interface ServerWords {
  codes: Partial<Record<ProblemCode, string>>;
  /** By the text itself; `{{1}}`, `{{2}}`, … stand for its values. The first that fits is taken. */
  messages: Record<string, string>;
}

/** Words of one language, loaded when the server first says something. In English only the schema library's are changed. */
const loaders: Record<string, () => Promise<ServerWords>> = {
  en: async () => {
    const { default: messages } = await import('../words/en/schema-faults.json', { with: { type: 'json' } });
    return { codes: {}, messages };
  },
  pt: async () => {
    const { default: faults } = await import('../words/pt/schema-faults.json', { with: { type: 'json' } });
    const { default: refusals } = await import('../words/pt/refusals.json', { with: { type: 'json' } });
    return { codes: refusals.codes, messages: { ...faults, ...refusals.messages } };
  },
  es: async () => {
    const { default: faults } = await import('../words/es/schema-faults.json', { with: { type: 'json' } });
    const { default: refusals } = await import('../words/es/refusals.json', { with: { type: 'json' } });
    return { codes: refusals.codes, messages: { ...faults, ...refusals.messages } };
  },
};

const none: ServerWords = { codes: {}, messages: {} };

/** Without words, as when the server is gone, its texts are shown as they are. */
export const loadServerWords = (language: string): Promise<ServerWords> =>
  loaders[language]?.().catch(() => none) ?? Promise.resolve(none);

/** Translates a text of the server; returns it unchanged if there is no translation. A cause in brackets stays as it is. */
export function tell(words: ServerWords, text: string): string {
  const [, statement = text, cause = ''] = withCause.exec(text) ?? [];
  return find(words, text) ?? (find(words, statement) ?? statement) + cause;
}

const withCause = /^(.+)( \([^()]+\))$/s;

function find({ messages }: ServerWords, text: string): string | null {
  const exact = Object.hasOwn(messages, text) ? messages[text] : undefined;
  if (exact !== undefined) return exact;
  for (const [pattern, translation] of Object.entries(messages)) {
    if (!pattern.includes('{{')) continue;
    const values = readValues(pattern, text);
    if (values) return translation.replaceAll(placeholder, (_, index: string) => values[Number(index)] ?? '');
  }
  return null;
}

const placeholder = /\{\{(\d)\}\}/g;

/** What stands in `text` at the numbered places of `pattern`, by number; null if the rest differs. */
function readValues(pattern: string, text: string): string[] | null {
  const [first = '', ...rest] = pattern.split(placeholder);
  if (!text.startsWith(first)) return null;
  const values: string[] = [];
  let at = first.length;
  for (let index = 0; index < rest.length; index += 2) {
    const [place = '', literal = ''] = rest.slice(index, index + 2);
    const isLast = index + 2 >= rest.length;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, at);
    if (end < at || !text.startsWith(literal, end)) return null;
    values[Number(place)] = text.slice(at, end);
    at = end + literal.length;
  }
  return values;
}
