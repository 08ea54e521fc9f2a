import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../../platform/problem.ts';
import { toDocument } from '../send-problem.ts';

/** Problem codes for requests that Node rejects while parsing, by Node's error code. */
const refusals: Record<string, () => Problem> = {
  HPE_HEADER_OVERFLOW: () => new Problem('headers_too_large', 'The address and the headers may have 16 KiB together'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new Problem('payload_too_large', 'The chunk extensions are too long'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new Problem('request_timeout'),
};

/**
 * Answers an unparsable request with a problem document, like every other refusal, and ends the connection. Node's own
 * responses have no body.
 */
export function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  const isRequest = /^(HPE|ERR_HTTP)_/.test(error.code ?? '');
  const isAnswered = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (!isRequest || !socket.writable || isAnswered) {
    socket.destroy();
    return;
  }
  const problem = refusals[error.code ?? '']?.() ?? new Problem('validation_failed', 'This is not an HTTP request');
  const requestId = randomUUID();
  const body = JSON.stringify(toDocument(problem, problem.status, requestId));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
