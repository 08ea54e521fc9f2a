import pino from 'pino';
import { redact } from './text/redact.ts';

export type Log = pino.Logger;

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
