import { z } from 'zod';

/** A text that is a component, to which answers or requests refer by its id. */
const text = (
  description: string,
  example: string,
  component: { header: { id: string } } | { param: { id: string } },
) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example], ...component });

const header = (id: string, description: string, example: string) => text(description, example, { header: { id } });

const parameter = (id: string, description: string, example: string) => text(description, example, { param: { id } });

export const RequestId = header('RequestId', 'Names the request in the log.', 'req_01kbmz7w4rf0d2g6j8k1m3n5pq');

/** The headers of every answer that is no problem. */
export const successHeaders = {
  'X-Request-Id': RequestId,
  RateLimit: header(
    'RateLimit',
    'Requests that are left (`r`), and seconds until more are (`t`).',
    '"default";r=299;t=1',
  ),
  'RateLimit-Policy': header(
    'RateLimitPolicy',
    'The most requests at once (`q`), which are given back within a window of seconds (`w`).',
    '"default";q=300;w=10',
  ),
};

export const ETag = header('ETag', 'The state of the resource, for `If-Match` and `If-None-Match`.', '"5f3c1a9b"');

export const RetryAfter = header('RetryAfter', 'Seconds to wait before the next attempt.', '2');

export const IdempotencyKey = parameter(
  'IdempotencyKey',
  'Makes it safe to repeat the request: under the same key it takes effect once, and repeats get the first answer for ' +
    '24 hours. At most 255 printable characters.',
  '6a0fd4d6-7e0d-4d37-b1a5-3f1ad6ad1c11',
);

export const IfMatch = parameter(
  'IfMatch',
  'The `ETag` of the resource as the caller knows it: if it has changed since, nothing is done and the answer is 412.',
  '"5f3c1a9b"',
);

export const IfNoneMatch = parameter(
  'IfNoneMatch',
  'The `ETag` of the answer that the caller has: if it is still right, the answer is 304 without a body.',
  '"5f3c1a9b"',
);
