import '../platform/text/schema-faults.ts';
import type { Response } from 'express';
import type { z } from 'zod';
import { isStorageFull, storageFull } from '../platform/database/storage-full.ts';
import type { Log } from '../platform/log.ts';
import { type FieldError, Problem, type ProblemCode, problems } from '../platform/problem.ts';

/** Bounds the response to a body full of faults. */
const mostErrors = 100;

/**
 * Converts the issues of a failed parse to field errors, at most a hundred, with paths such as `body.items[2].name`.
 */
export function toFieldErrors(root: string, error: z.ZodError): FieldError[] {
  const errors = error.issues.slice(0, mostErrors).flatMap((issue) => {
    const field = root + issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, mostErrors).map((key) => ({
        field: `${field}.${key}`,
        code: 'unknown_field',
        message: 'This field is unknown',
      }));
    }
    return [{ field, code: issue.code, message: issue.message }];
  });
  return errors.slice(0, mostErrors);
}

/** True when the process has run out of file descriptors. */
function isOutOfFiles(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === 'EMFILE' || code === 'ENFILE' || code === 'SQLITE_CANTOPEN';
}

const outOfFiles = (): Problem =>
  new Problem('unavailable', 'Too many files and connections are open: nothing was changed. Try again.', {
    headers: { 'Retry-After': '1' },
  });

/** Converts any thrown value to the problem reported to the caller. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isStorageFull(error)) return storageFull();
  if (isOutOfFiles(error)) return outOfFiles();
  const status = (error as { status?: number; statusCode?: number } | null)?.status;
  // Express errors carry a status; their messages may quote the request.
  if (status === 400) return new Problem('validation_failed', 'The request could not be read');
  return new Problem('internal_error', 'An internal error occurred. Quote the request id to find it in the log.');
}

/** Returns the problem document (RFC 9457) of a refusal. */
export function toDocument({ code, message, details }: Problem, status: number, requestId: string): object {
  return {
    type: `urn:frontdesk:problem:${code}`,
    title: problems[code][1],
    status,
    detail: message,
    code,
    requestId,
    ...(details.errors ? { errors: details.errors } : {}),
    ...details.extra,
  };
}

/**
 * Sends a problem document (RFC 9457); `statuses` overrides the status of some codes. Unknown errors are logged and
 * reported without details.
 */
export function sendProblem(
  response: Response,
  requestId: string,
  error: unknown,
  log: Log,
  statuses: { [Code in ProblemCode]?: number } = {},
): void {
  const problem = toProblem(error);
  const status = statuses[problem.code] ?? problem.status;
  if (problem.status >= 500 && problem.code === 'internal_error')
    log.error({ requestId, err: error }, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(problem.details.headers ?? {})) response.setHeader(name, value);
  const body = JSON.stringify(toDocument(problem, status, requestId));
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
