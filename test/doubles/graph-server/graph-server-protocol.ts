import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** An error in the vendor's envelope; some fields vary in form. */
export interface GraphFault {
  status?: number;
  code: number | string;
  error_subcode?: number;
  message?: string;
  is_transient?: boolean;
  error_data?: unknown;
}

/** A response with an error. */
export class GraphFailure extends Error {
  readonly status: number;
  readonly fault: GraphFault;

  constructor(status: number, fault: GraphFault) {
    super(`${fault.code}`);
    this.status = status;
    this.fault = fault;
  }
}

export interface GraphRequest {
  method: string;
  /** Without version. */
  path: string;
  query: URLSearchParams;
  bytes: Buffer;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: whatever came in; the routes judge it
  json: any;
}

/** Responds with JSON, or breaks the connection for `lost`. */
export type Handler = (request: GraphRequest, match: string[]) => unknown | Promise<unknown>;
export type Route = [method: string, path: RegExp, permission: Permission | null, handle: Handler];
export type Permission = 'whatsapp_business_messaging' | 'whatsapp_business_management' | 'catalog_management';
export const lost = Symbol('lost');
/** Bytes with a content type, for downloads. */
export class RawAnswer {
  readonly bytes: Buffer;
  readonly type: string;

  constructor(bytes: Buffer, type: string) {
    this.bytes = bytes;
    this.type = type;
  }
}

/** An id of the vendor: digits. */
export const newGraphId = (): string => BigInt(`0x${randomBytes(6).toString('hex')}`).toString();
