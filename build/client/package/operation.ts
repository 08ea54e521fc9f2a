/** Where an operation is called, and which field holds the entries of one that answers pages. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  entries?: 'data' | 'jobs';
}

/** What may be said about one call, beside its input. */
export interface CallOptions {
  /** For calls that create or do something (POST). Each call has a random key of its own unless this is given. */
  idempotencyKey?: string;
  /** The ETag that the resource must still have (`etagOf`): if it has changed, the call fails with 412 and does nothing. */
  ifMatch?: string;
  /** Gives the call up. */
  signal?: AbortSignal;
  /** The longest that one attempt may take; 60,000 unless the client was made with another. */
  timeoutMs?: number;
}
