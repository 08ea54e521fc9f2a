import i18next from 'i18next';
import type { ProblemCode } from '../../server/platform/problem.ts';

/** An error response of the server, read from its problem document. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field; the prefix `body.` is removed. */
  readonly fields: Record<string, string>;
  /** The same in full: each fault with its stable code. */
  readonly faults: { field: string; code: string; message: string }[];

  constructor(status: number, problem: ProblemDocument) {
    super(problem.detail || problem.title || `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.faults = problem.errors ?? [];
    this.fields = Object.fromEntries(this.faults.map(({ field, message }) => [field.replace(/^body\./, ''), message]));
  }
}

/** A problem document (RFC 9457). */
interface ProblemDocument {
  title?: string;
  detail?: string;
  code?: string;
  errors?: { field: string; code: string; message: string }[];
}

/** Problems whose detail quotes another system; it is shown in parentheses after our text. */
const quoting = new Set([
  'provider_refused',
  'provider_failed',
  'connector_failed',
  'credentials_refused',
  'model_failed',
  'backup_unusable',
]);

/** Translations of the problem codes. */
interface RefusalWords {
  codes: Record<ProblemCode, string>;
  /** Faults of a field by code; `{{bound}}` is the maximum or minimum. */
  faults: Record<'missing' | 'too_big' | 'too_small' | 'invalid_type' | 'invalid_format' | 'invalid_value', string>;
}

/** The server's texts are English, so English has no file. */
const loadWords: Record<string, () => Promise<{ default: RefusalWords }>> = {
  pt: () => import('../words/pt/refusals.json', { with: { type: 'json' } }),
  es: () => import('../words/es/refusals.json', { with: { type: 'json' } }),
};

/**
 * Translates a problem into the console's language and loads the words on first use. Keeps the server's English text if
 * there is no translation.
 */
export async function readRefusal(status: number, problem: ProblemDocument): Promise<ApiError> {
  const { language } = i18next;
  if (status === 0) return new ApiError(0, { code: 'unreachable', detail: i18next.t('shell:common.unreachable') });
  const words = await loadWords[language]?.()
    .then((file) => file.default)
    .catch(() => null);
  if (!words) return new ApiError(status, problem);
  const { code = '', detail = '' } = problem;
  const errors = problem.errors?.map((error) => ({ ...error, message: tellFault(words.faults, error) }));
  const known: string | undefined = words.codes[code as keyof typeof words.codes];
  const told =
    code === 'validation_failed' && errors?.length
      ? errors.map(({ field, message }) => `${field.replace(/^\w+\./, '')}: ${message}`).join('; ')
      : known && quoting.has(code)
        ? `${known} (${detail})`
        : known;
  return new ApiError(status, { ...problem, detail: told ?? detail, ...(errors && { errors }) });
}

type Fault = NonNullable<ProblemDocument['errors']>[number];

/** Message for a fault of a field; keeps the server's message if its code has no translation. */
function tellFault(words: Record<string, string>, { code, message }: Fault): string {
  const bound = /[<>]=?\s?(\d+)/.exec(message)?.[1];
  const isMissing = message.endsWith('received undefined') || (code === 'too_small' && bound === '1');
  if (isMissing) return words.missing ?? message;
  if (code.startsWith('too_')) return bound ? (words[code]?.replace('{{bound}}', bound) ?? message) : message;
  return words[code] ?? message;
}
