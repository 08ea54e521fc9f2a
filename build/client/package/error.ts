import type { Problem, ProblemCode, ProblemError } from './generated/models.ts';

/**
 * Why there is no answer of Frontdesk: it could not be reached, it took too long, or something else answered in its
 * place, such as a proxy.
 */
export type ConnectionCode = 'unreachable' | 'timed_out' | 'unexpected_answer';

/** A call that failed: Frontdesk refused it, or could not be reached. */
export class FrontdeskError extends Error {
  override readonly name = 'FrontdeskError';
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly code: ProblemCode | ConnectionCode;
  /** What the server says about it; null if Frontdesk has not answered. */
  readonly problem: Problem | null;
  /** Every fault of a request that is not valid. */
  readonly errors: ProblemError[];
  /** Names the request in the log of the server. */
  readonly requestId: string | null;
  /** How long the server asks to wait before the next attempt. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    details: {
      status: number;
      code: ProblemCode | ConnectionCode;
      problem?: Problem;
      requestId?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, 'cause' in details ? { cause: details.cause } : {});
    this.status = details.status;
    this.code = details.code;
    this.problem = details.problem ?? null;
    this.errors = details.problem?.errors ?? [];
    this.requestId = details.requestId ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

/** Reads the refusal that a response holds. */
export async function readRefusal(response: Response): Promise<FrontdeskError> {
  const { status, headers } = response;
  const requestId = headers.get('X-Request-Id');
  const retryAfterMs = readRetryAfter(headers.get('Retry-After'));
  const text = await response.text().catch(() => '');
  if (!headers.get('Content-Type')?.includes('application/problem+json')) {
    return new FrontdeskError(`Status ${status}, not from Frontdesk`, {
      status,
      code: 'unexpected_answer',
      requestId,
      retryAfterMs,
    });
  }
  const problem = JSON.parse(text) as Problem;
  const code = problem.code as ProblemCode;
  return new FrontdeskError(problem.detail, { status, code, problem, requestId, retryAfterMs });
}

/** The wait of a `Retry-After` header, seconds or a date. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
