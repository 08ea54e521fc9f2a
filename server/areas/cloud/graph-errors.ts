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

/** A code may arrive as a text. Any other part of an unknown form counts as absent: the failure itself must count. */
const Code = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,9}$/)
    .transform(Number),
]);
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** The used part of the vendor's error envelope; also the form of `errors` in webhooks. */
export const GraphFault = z.object({
  code: Code,
  message: lenient(z.string()),
  title: lenient(z.string()),
  error_subcode: lenient(Code),
  error_user_msg: lenient(z.string()),
  is_transient: lenient(z.boolean()),
  // Of templates, the details are a text.
  error_data: lenient(
    z.union([z.object({ details: lenient(z.string()) }), z.string().transform((details) => ({ details }))]),
  ),
});
export type GraphFault = z.infer<typeof GraphFault>;

type Codes = (number | readonly [from: number, to: number])[];

/**
 * The class of each code: its reason says whose the refusal is and how long it holds (`channels/refusals.ts`). The HTTP
 * status of a listed code is not reliable, and a credential fault at the vendor is never our caller's 401. Source: the
 * vendor's error reference, https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 * (June 2026); the classes are our judgement.
 */
const classes: [reason: RejectionReason, codes: Codes, retryAfterMs?: number][] = [
  // The person's.
  ['window_closed', [131047]],
  ['not_on_app', [131026]],
  // The shop's own number; not among the numbers for tests; not fetched in time.
  ['unreachable', [131021, 131030, 131043]],
  ['opted_out', [131050]],
  // An experiment of the vendor's, or the limit of marketing messages per person.
  ['withheld', [130472, 131049]],
  // A country to which the account may not write.
  ['blocked_policy', [130497]],
  // After a burst, one message every six seconds to the same person.
  ['not_now', [131056], 6 * secondMs],
  // The message's.
  ['media_invalid', [131052, 131053]],
  ['values_invalid', [132005, 132012, 132018]],
  ['unsupported', [100, 131008, 131009, 131051, 131062, 135000]],
  // The template's, or its flow's.
  ['template_unusable', [132000, 132001, 132007, 132015, 132016, 132068, 132069, [2388000, 2388999]]],
  // The account's.
  ['credentials', [0, 3, 10, 102, 190, [200, 299], 131005, 131045, 133010]],
  ['restricted', [33, 368, 131031, 131037, 131042, 134011]],
  ['rate_limited', [130429], 5 * secondMs],
  ['rate_limited', [4, 17, 32, 613, [80000, 80014]], 5 * minuteMs],
  ['rate_limited', [131048, 133016], hourMs],
  // The vendor's.
  ['temporary', [1, 2, 131000, 131016, 131057, 133004], 30 * secondMs],
];

const holds = (codes: Codes, code: number): boolean =>
  codes.some((entry) => (typeof entry === 'number' ? entry === code : code >= entry[0] && code <= entry[1]));

/** The class of a listed code. A subcode of template management is more specific than its code 100. */
const findClass = ({ code, error_subcode: subcode = -1 }: GraphFault): (typeof classes)[number] | undefined =>
  classes.find(([, codes]) => subcode >= 2_388_000 && holds(codes, subcode)) ??
  classes.find(([, codes]) => holds(codes, code));

/**
 * The class of an unlisted code: of a 5xx, or declared passing, it is the vendor's; any other is the person's and names
 * the code. Receipts have no status: the vendor accepted the message and failed with this person.
 */
function classByStatus(fault: GraphFault, status: number | null): (typeof classes)[number] {
  if (status === 401) return ['credentials', []];
  if (status === 429) return ['rate_limited', [], 5 * secondMs];
  if (fault.is_transient || status === 408 || (status ?? 0) >= 500) return ['temporary', [], 30 * secondMs];
  return [`${fault.code}`, []];
}

/** The meaning of a fault; `status` is the HTTP status of the response, null in a webhook. */
export function readFault(
  fault: GraphFault,
  status: number | null,
): { reason: RejectionReason; detail: string; retryAfterMs: number | undefined } {
  const [reason, , retryAfterMs] = findClass(fault) ?? classByStatus(fault, status);
  const words = fault.error_data?.details ?? fault.error_user_msg ?? fault.message ?? fault.title ?? 'no explanation';
  return { reason, detail: `${words} (${fault.code})`, retryAfterMs };
}

/** Code 1 and unlisted codes may hide an accepted message. */
const isKnownRefusal = (fault: GraphFault): boolean => fault.code !== 1 && findClass(fault) !== undefined;

/**
 * The error behind an unsuccessful response; `body` is null if it was no JSON. JSON without the envelope counts as a
 * fault with the status as its code. Anything else comes from a proxy or a broken server on the way.
 */
export function toGraphError(status: number, body: unknown, retryAfter: string | undefined): GraphError {
  if (body === null) {
    return new GraphError('provider_failed', `The platform responded with ${status} and no explanation`, {
      uncertain: status >= 500,
    });
  }
  const parsed = z.object({ error: GraphFault }).safeParse(body);
  const fault = parsed.success ? parsed.data.error : GraphFault.parse({ code: status });
  const { reason, detail, retryAfterMs } = readFault(fault, status);
  const requestedMs = Number(retryAfter) > 0 ? Number(retryAfter) * secondMs : undefined;
  return new GraphError(reason, detail, {
    code: fault.code,
    uncertain: status >= 500 && !isKnownRefusal(fault),
    retryAfterMs: requestedMs ?? retryAfterMs,
  });
}
