import i18next from 'i18next';
import type { ProblemCode } from '../../server/platform/problem.ts';

/** A refusal of the server, as its problem document tells it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field of the body, by its path without `body.`. */
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

/** A problem document (RFC 9457) as the server answers it. */
interface ProblemDocument {
  title?: string;
  detail?: string;
  code?: string;
  errors?: { field: string; code: string; message: string }[];
}

/** These carry what the other side said, in its own words: it is shown beside ours. */
const quoting = new Set([
  'provider_refused',
  'provider_failed',
  'connector_failed',
  'credentials_refused',
  'model_failed',
  'backup_unusable',
]);

/** What the server refuses with, in words of the shop's owner. */
interface RefusalWords {
  codes: Record<ProblemCode, string>;
  /** Faults of a field by their code; `{{bound}}` is the most or the least there may be. */
  faults: Record<'missing' | 'too_big' | 'too_small' | 'invalid_type' | 'invalid_format' | 'invalid_value', string>;
}

/** English is the server's own, so it has no file. */
const loadWords: Record<string, () => Promise<{ default: RefusalWords }>> = {
  pt: () => import('../words/pt/refusals.json', { with: { type: 'json' } }),
  es: () => import('../words/es/refusals.json', { with: { type: 'json' } }),
};

/**
 * A refusal in the language of the console. The words are loaded when they are first needed; English is the server's own,
 * and also what is told where we have no words.
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

/** What is wrong with a field; a fault with words of its own in the server keeps those. */
function tellFault(words: Record<string, string>, { code, message }: Fault): string {
  const bound = /[<>]=?\s?(\d+)/.exec(message)?.[1];
  const isMissing = message.endsWith('received undefined') || (code === 'too_small' && bound === '1');
  if (isMissing) return words.missing ?? message;
  if (code.startsWith('too_')) return bound ? (words[code]?.replace('{{bound}}', bound) ?? message) : message;
  return words[code] ?? message;
}
