import { z } from 'zod';
import { hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { redact } from '../../platform/text/redact.ts';
import { type RejectionReason, VendorError } from '../channels/index.ts';

/** A failed call to the vendor. */
export class GraphError extends VendorError {
  /** The vendor's error code; null if the response had none. */
  readonly code: number | null;
  /** True if the vendor may have processed the call: a send must then not be repeated. */
  readonly uncertain: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: RejectionReason | 'provider_failed',
    detail: string,
    more: { code?: number; uncertain?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(reason, redact(detail).slice(0, 500));
    this.code = more.code ?? null;
    this.uncertain = more.uncertain ?? false;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** The used part of the vendor's error envelope; also the form of `errors` in webhooks. */
export const GraphFault = z.object({
  code: z.number(),
  message: z.string().optional(),
  title: z.string().optional(),
  error_subcode: z.number().optional(),
  error_user_msg: z.string().nullish(),
  error_data: z.object({ details: z.string().optional() }).nullish(),
});
export type GraphFault = z.infer<typeof GraphFault>;

type Reason = RejectionReason | 'provider_failed';
type Codes = (number | readonly [from: number, to: number])[];

/**
 * The meaning of each code. The HTTP status is not reliable, and a credential fault at the vendor is never our caller's
 * 401. Source: the vendor's error reference; the grouping by remedy is our judgement.
 */
const meanings: [reason: Reason, codes: Codes, retryAfterMs?: number][] = [
  ['credentials', [0, 3, 10, 190, [200, 299], 131005, 131045, 133010]],
  ['window_closed', [131047]],
  ['not_on_app', [131026]],
  ['blocked_policy', [130497, 131049, 131050]],
  ['restricted', [368, 131031, 131037, 131042]],
  ['template_unusable', [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, [2388000, 2388999]]],
  ['media_invalid', [131053]],
  ['unsupported', [33, 100, 131008, 131009, 131051, 131062]],
  ['temporary', [2, 131016, 131057], 30 * secondMs],
  // After a burst, one message every six seconds to the same person.
  ['rate_limited', [131056], 6 * secondMs],
  ['rate_limited', [130429], 5 * secondMs],
  ['rate_limited', [4, 80007, 80008, 80009, 80014], 5 * minuteMs],
  ['rate_limited', [131048, 133016], hourMs],
  ['provider_failed', [1, 131000, 131052]],
];

const holds = (codes: Codes, code: number): boolean =>
  codes.some((entry) => (typeof entry === 'number' ? entry === code : code >= entry[0] && code <= entry[1]));

/** The meaning of a fault. A subcode of template management is more specific than its code 100. */
export function readFault(fault: GraphFault): { reason: Reason; detail: string; retryAfterMs: number | undefined } {
  const subcode = fault.error_subcode ?? -1;
  const meaning =
    meanings.find(([, codes]) => subcode >= 2_388_000 && holds(codes, subcode)) ??
    meanings.find(([, codes]) => holds(codes, fault.code));
  const words = fault.error_data?.details ?? fault.error_user_msg ?? fault.message ?? fault.title ?? 'no explanation';
  return { reason: meaning?.[0] ?? 'provider_failed', detail: `${words} (${fault.code})`, retryAfterMs: meaning?.[2] };
}

/** Code 1 and unknown codes may hide an accepted message. */
const isKnownRefusal = (fault: GraphFault): boolean =>
  fault.code !== 1 && meanings.some(([, codes]) => holds(codes, fault.code));

/** The error behind an unsuccessful response; `body` may be anything. */
export function toGraphError(status: number, body: unknown, retryAfter: string | undefined): GraphError {
  const parsed = z.object({ error: GraphFault }).safeParse(body);
  if (!parsed.success) {
    return new GraphError('provider_failed', `The platform responded with ${status} and no explanation`, {
      uncertain: status >= 500,
    });
  }
  const fault = parsed.data.error;
  const { reason, detail, retryAfterMs } = readFault(fault);
  const requestedMs = Number(retryAfter) > 0 ? Number(retryAfter) * secondMs : undefined;
  return new GraphError(reason, detail, {
    code: fault.code,
    uncertain: status >= 500 && !isKnownRefusal(fault),
    retryAfterMs: requestedMs ?? retryAfterMs,
  });
}
