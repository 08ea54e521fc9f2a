import { whyNotTrusted } from './certificate-faults.ts';

export type OutboundFault =
  | 'not_allowed'
  | 'timeout'
  | 'too_large'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'redirect'
  | 'aborted'
  | 'invalid_answer';

/** A request that returned nothing usable; the message may be shown to the owner. */
export class OutboundError extends Error {
  readonly code: OutboundFault;

  constructor(code: OutboundFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Code of the cause when a proxy refused the connection; undici's code for a connection that a proxy cut. */
const proxyRefusal = 'UND_ERR_PRX_CONN';

/** Faults by the prefix of Node's and undici's error codes. */
const faults: [RegExp, OutboundFault, string][] = [
  [/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|^ETIMEDOUT/, 'timeout', 'The server did not respond in time'],
  [/^UND_ERR_(ABORTED|DESTROYED|CLOSED)/, 'aborted', 'The request was aborted'],
  [/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/, 'tls', 'The TLS handshake failed'],
  [
    /^(HPE_|Z_|ERR__ERROR_|ERR_BROTLI|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/,
    'invalid_answer',
    'The response is malformed',
  ],
];

/** The proxy's answer in place of a connection. */
const refusedByProxy = /^Proxy response \((\d+)\)|Proxy Authentication Required \((407)\)/;

export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const certificateFault = whyNotTrusted(code);
  if (certificateFault !== null) return new OutboundError('tls', `${certificateFault} (${code})`, { cause: error });
  const [, status, denied = status] = refusedByProxy.exec(message) ?? [];
  if (denied !== undefined) {
    const cause = Object.assign(new Error(message), { code: proxyRefusal });
    return new OutboundError('connect', `The proxy of this machine refused the connection (${denied})`, { cause });
  }
  const [, fault, text] = faults.find(([pattern]) => pattern.test(code)) ?? [null, 'connect', 'The connection failed'];
  return new OutboundError(fault as OutboundFault, `${text} (${code || message})`, { cause: error });
}
