import i18next from 'i18next';
import type { ProblemCode } from '../../build/client/package/generated/models.ts';
import { loadServerWords, tell } from './server-words.ts';

/** An error response of the server, read from its problem document. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field; the prefix `body.` is removed. */
  readonly fields: Record<string, string>;
  /** The same in full: each fault with its stable code. */
  readonly faults: { field: string; code: string; message: string }[];
  /** The existing contact of a `contact_exists` refusal. */
  readonly contactId: string | null;

  constructor(status: number, problem: ProblemDocument) {
    super(problem.detail || problem.title || `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.faults = problem.errors ?? [];
    this.contactId = problem.contactId ?? null;
    this.fields = Object.fromEntries(this.faults.map(({ field, message }) => [field.replace(/^body\./, ''), message]));
  }
}

/** A problem document (RFC 9457). */
interface ProblemDocument {
  title?: string;
  detail?: string;
  code?: string;
  errors?: { field: string; code: string; message: string }[];
  contactId?: string;
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

/** Fields that are the whole form, whose names say nothing to people. */
const isWhole = /^body(\.(file|files|csv))?$/;

/** Translates a problem into the console's language; keeps the server's English text if there is no translation. */
export async function readRefusal(status: number, problem: ProblemDocument): Promise<ApiError> {
  if (status === 0) return new ApiError(0, { code: 'unreachable', detail: i18next.t('shell:common.unreachable') });
  const words = await loadServerWords(i18next.language);
  const { code = '', detail = '' } = problem;
  const errors = problem.errors?.map((error) => ({ ...error, message: tell(words, error.message) }));
  const known = words.codes[code as ProblemCode];
  const told =
    code === 'validation_failed' && errors?.length
      ? errors.map(({ field, message }) => (isWhole.test(field) ? message : `${nameOf(field)}: ${message}`)).join('; ')
      : known && quoting.has(code)
        ? `${known} (${tell(words, detail)})`
        : known;
  return new ApiError(status, { ...problem, detail: told ?? detail, ...(errors && { errors }) });
}

const nameOf = (field: string): string => field.replace(/^\w+\./, '');
