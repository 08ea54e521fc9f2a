/**
 * The owner of a refusal. A person's refusal concerns this message to this person, a message's its content, a template's
 * all its recipients, an account's everything that the channel sends. A vendor's refusal is a fault on their side.
 */
export type RefusalOwner = 'person' | 'message' | 'template' | 'account' | 'vendor';

/**
 * The duration of a refusal. After a `moment` the same message is sent again automatically; after a `day` a person may
 * repeat it; a `lasting` refusal holds until somebody removes its cause.
 */
export type RefusalTerm = 'moment' | 'day' | 'lasting';

export interface Refusal {
  owner: RefusalOwner;
  holds: RefusalTerm;
}

/**
 * The reasons of all drivers. What follows from a refusal is derived from its owner and its term only: resting and
 * pausing in `campaigns/sending`, retries of replies and flows in `inbox/send/may-send-again.ts`.
 */
export const refusals = {
  // More than a day has passed since the customer last wrote.
  window_closed: { owner: 'person', holds: 'lasting' },
  not_on_app: { owner: 'person', holds: 'lasting' },
  // The person cannot be written to, although the number uses the app.
  unreachable: { owner: 'person', holds: 'lasting' },
  // The person stopped marketing messages at the vendor.
  opted_out: { owner: 'person', holds: 'lasting' },
  // The vendor limits the marketing messages that a person gets from all shops together.
  withheld: { owner: 'person', holds: 'day' },
  // The account may not write to a group of people, such as a country.
  blocked_policy: { owner: 'person', holds: 'lasting' },
  // Too many messages to this person at once, or her devices are changing.
  not_now: { owner: 'person', holds: 'moment' },
  media_invalid: { owner: 'message', holds: 'lasting' },
  // The values of a template make this one message too long or malformed.
  values_invalid: { owner: 'message', holds: 'lasting' },
  unsupported: { owner: 'message', holds: 'lasting' },
  template_unusable: { owner: 'template', holds: 'lasting' },
  restricted: { owner: 'account', holds: 'lasting' },
  // Vendors lose valid credentials for moments. The driver disconnects the channel once the loss lasts.
  credentials: { owner: 'account', holds: 'moment' },
  rate_limited: { owner: 'account', holds: 'moment' },
  temporary: { owner: 'vendor', holds: 'moment' },
} as const satisfies Record<string, Refusal>;

export const rejectionReasons = Object.keys(refusals) as [ListedReason, ...ListedReason[]];
type ListedReason = keyof typeof refusals;

/** The vendor's own code, for a refusal that no driver lists. */
export type UnlistedCode = `${number}`;
export type RejectionReason = ListedReason | UnlistedCode;

export const isUnlisted = (code: string): code is UnlistedCode => /^-?\d+$/.test(code);

const reasons: Record<string, Refusal> = refusals;

/**
 * The class of an error code of a message. An unlisted code is the person's and lasting: the others go on. Our codes,
 * such as `unknown_outcome`, count as the vendor's and are never repeated automatically.
 */
export const refusalOf = (code: string): Refusal =>
  reasons[code] ?? { owner: isUnlisted(code) ? 'person' : 'vendor', holds: 'lasting' };

/** The reasons with this owner or term. */
export const reasonsWith = (wanted: Partial<Refusal>): ListedReason[] =>
  rejectionReasons.filter(
    (reason) =>
      (wanted.owner ?? reasons[reason]?.owner) === reasons[reason]?.owner &&
      (wanted.holds ?? reasons[reason]?.holds) === reasons[reason]?.holds,
  );
