import pino from 'pino';

export type Log = pino.Logger;

/** Secrets that must never be logged: our keys, webhook secrets, bearer tokens and vendors' keys. */
const secrets = /fd_live_[A-Za-z0-9_]+|whsec_[A-Za-z0-9+/=]+|Bearer\s+\S+|EAA[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{16,}/g;

/** Replaces everything that looks like a secret. */
export function redact(text: string): string {
  return text.replace(secrets, '[secret]');
}

/**
 * Structured logs as JSON lines on stderr; stdout is reserved for the ready line and the output of the CLI. Callers log
 * named fields, never bodies, headers or foreign error objects.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: Error) => ({ name: error.name, message: error.message, stack: error.stack }) },
      hooks: { streamWrite: redact },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
