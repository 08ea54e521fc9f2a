import { minuteMs } from '../../platform/durations.ts';
import type { StateEvent } from '../channels/index.ts';

/** What follows when the connection to the provider has closed. */
export type AfterClose =
  /** Open again at once: it belongs to the pairing. */
  | { kind: 'reopen' }
  /** Try again, later each time. */
  | { kind: 'retry'; reason: string }
  | Stop;

/** Nothing more happens by itself. */
export interface Stop {
  kind: 'stop';
  status: StateEvent['status'];
  reason: string;
  /** What asking for a new code does: pair from the beginning, or try the present pairing again. */
  refresh: 'pair' | 'connect';
  /** Whether a code is shown again without being asked for with `refresh`. */
  showsCode?: boolean;
}

const mostServerErrors = 3;

const needsUpdate: Stop = {
  kind: 'stop',
  status: 'DISCONNECTED',
  reason:
    'The provider does not take this version of the client any more: update Frontdesk, or set FRONTDESK_QR_VERSION',
  refresh: 'connect',
};
const banned: Stop = {
  kind: 'stop',
  status: 'BANNED',
  reason: 'The provider has restricted this account: see on the phone what it says',
  refresh: 'connect',
};

/** The codes that mean the same with and without a pairing. */
const rules: Record<number, AfterClose> = {
  515: { kind: 'reopen' },
  401: {
    kind: 'stop',
    status: 'LOGGED_OUT',
    reason: 'The phone has unlinked this device: pair it again',
    refresh: 'pair',
    showsCode: true,
  },
  402: banned,
  403: banned,
  406: banned,
  405: needsUpdate,
  409: needsUpdate,
  411: needsUpdate,
  440: {
    kind: 'stop',
    status: 'DISCONNECTED',
    reason: 'Another program has opened this pairing: close it there, then ask for a new code to connect again',
    refresh: 'connect',
  },
};

export const nobodyScanned: Stop = {
  kind: 'stop',
  status: 'DISCONNECTED',
  reason: 'Nobody scanned the QR code: ask for a new one',
  refresh: 'pair',
};

export const passkeyDemanded: Stop = {
  kind: 'stop',
  status: 'PAIRING_BLOCKED',
  reason: 'This account demands a passkey, which no client of this kind can give: use the cloud API for it',
  refresh: 'pair',
};

/**
 * What to do after a close. `code` is the provider's (0 for the network or our own process), `serverErrors` how many
 * closes with 500 came in a row before. Without a pairing nothing is repeated: it would show codes to nobody.
 */
export function afterClose(code: number, isPaired: boolean, serverErrors: number): AfterClose {
  const rule = rules[code];
  if (rule) return rule;
  if (!isPaired) {
    const reason = 'The provider cannot be reached: ask for a new code in a while';
    return code === 408 ? nobodyScanned : { ...nobodyScanned, reason };
  }
  if (code === 500 && serverErrors >= mostServerErrors) {
    const reason = 'The provider does not take this pairing any more: pair the device again';
    return { kind: 'stop', status: 'DISCONNECTED', reason, refresh: 'pair' };
  }
  return { kind: 'retry', reason: 'The connection to the provider was lost: trying again' };
}

const firstRetryMs = 1_000;
const longestRetryMs = 5 * minuteMs;

/** Twice as long each time, up to five minutes, a fifth more or less by chance. */
export function retryDelayMs(retries: number): number {
  const delay = Math.min(firstRetryMs * 2 ** retries, longestRetryMs);
  return Math.round(delay * (0.8 + Math.random() * 0.4));
}
