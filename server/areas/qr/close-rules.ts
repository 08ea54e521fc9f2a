import { minuteMs } from '../../platform/durations.ts';
import { whyNotTrusted } from '../../platform/net/certificate-faults.ts';
import type { StateEvent } from '../channels/index.ts';

/** What to do after the connection to the vendor has closed. */
export type AfterClose =
  /** Reopen at once: the close is part of the pairing. */
  | { kind: 'reopen' }
  /** Retry with backoff. */
  | { kind: 'retry'; reason: string }
  | Stop;

/** No automatic retry. */
export interface Stop {
  kind: 'stop';
  status: StateEvent['status'];
  reason: string;
  /** What a request for a new code does: start a new pairing, or retry the current one. */
  refresh: 'pair' | 'connect';
  /** Whether a new code is shown even without `refresh`. */
  showsCode?: boolean;
}

const mostServerErrors = 3;

const needsUpdate: Stop = {
  kind: 'stop',
  status: 'DISCONNECTED',
  reason: 'The provider no longer accepts this version of the client: update Frontdesk, or set FRONTDESK_QR_VERSION',
  refresh: 'connect',
};
const banned: Stop = {
  kind: 'stop',
  status: 'BANNED',
  reason: 'The provider has restricted this account: the phone shows the reason',
  refresh: 'connect',
};

/** Close codes that mean the same with and without a pairing. */
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

/** Says what the owner can do about an error of the network; null if nothing is known about its code. */
function whyNotReached(fault: string): string | null {
  if (fault === 'ERR_PROXY_TUNNEL') return 'The proxy of this machine refuses the connection to the provider';
  return whyNotTrusted(fault);
}

/** A close: the vendor's code (0 for the network or our own process), and the code of the network's error, if any. */
export interface Close {
  code: number;
  fault: string | null;
}

/**
 * Decides what to do after a close. `serverErrors` is the number of consecutive closes with 500 before it. Without a
 * pairing there is no retry: no person would see the codes.
 */
export function afterClose({ code, fault }: Close, isPaired: boolean, serverErrors: number): AfterClose {
  const rule = rules[code];
  if (rule) return rule;
  const known = fault === null ? null : whyNotReached(fault);
  const cause = known === null ? null : `${known} (${fault})`;
  if (!isPaired) {
    const reason = cause ?? 'The provider cannot be reached: ask for a new code in a while';
    return code === 408 ? nobodyScanned : { ...nobodyScanned, reason };
  }
  if (code === 500 && serverErrors >= mostServerErrors) {
    const reason = 'The provider no longer accepts this pairing: pair the device again';
    return { kind: 'stop', status: 'DISCONNECTED', reason, refresh: 'pair' };
  }
  return { kind: 'retry', reason: cause ?? 'The connection to the provider was lost: trying again' };
}

const firstRetryMs = 1_000;
const longestRetryMs = 5 * minuteMs;

/** Exponential backoff from one second to five minutes, with 20 % jitter. */
export function retryDelayMs(retries: number): number {
  const delay = Math.min(firstRetryMs * 2 ** retries, longestRetryMs);
  return Math.round(delay * (0.8 + Math.random() * 0.4));
}
