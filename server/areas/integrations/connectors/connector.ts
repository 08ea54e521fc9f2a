import type { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { EventSource } from '../../../platform/work/events.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { EventKind } from '../../events.ts';

/** The event that an action receives: the payload of a webhook. */
export interface SyncEvent {
  id: string;
  type: EventKind;
  occurredAt: string;
  workspaceId: string;
  source: EventSource;
  data: Record<string, unknown>;
  previous?: Record<string, unknown>;
}

/** An open connection to the other system. */
export interface Connection<Credentials> {
  platform: Platform;
  workspaceId: string;
  installationId: string;
  credentials: Credentials;
  signal: AbortSignal;
  /** Returns a valid access token of a connector with `oauth`. Throws `ConnectorError` (`unauthorized`) without one. */
  accessToken(): Promise<string>;
}

/** One execution of an action for one event. */
export interface SyncCall<Credentials, Config> extends Connection<Credentials> {
  bindingId: string;
  jobId: string;
  event: SyncEvent;
  config: Config;
  /** The result of `fill`. */
  filled: Filled;
  /** True when an earlier attempt may have taken effect: look for it before acting. */
  isRepeat: boolean;
}

/** The values to send, by name. */
export type Filled = Record<string, unknown>;

/** The result: summaries for the history, and the other system's id of what it created. */
export interface Effect {
  request: string;
  response: string;
  reference: string | null;
}

export interface Target {
  id: string;
  name: string;
  kind: string;
  /** Whether its id as `targetId` lists its children. */
  hasChildren: boolean;
}

/** `next` is the connector's cursor; null at the end. */
export interface TargetPage {
  targets: Target[];
  next: string | null;
}

export interface Action<Credentials, Config> {
  key: string;
  name: string;
  config: z.ZodType<Config>;
  /** Event kinds that it accepts; any if omitted. */
  events?: EventKind[];
  /** Identifies the target: an installation has one binding per event, action and target. */
  targetOf(config: Config): string;
  /** Fills the templates of the config. */
  fill(config: Config, event: SyncEvent): Filled;
  /**
   * Acts. If it returns a function, that one acts inside the transaction that marks the job done: exactly once. Throws
   * `ConnectorError`.
   */
  run(call: SyncCall<Credentials, Config>): Promise<Effect | ((work: Work) => Promise<Effect>)>;
  /** Returns null for an unknown `targetId`. */
  listTargets?(
    connection: Connection<Credentials>,
    page: { targetId: string | null; cursor: string | null; limit: number },
  ): Promise<TargetPage | null>;
  /**
   * Returns the configured columns that the target lacks, or null for an unknown target. Throws `ConnectorError`.
   */
  findMissing?(connection: Connection<Credentials>, config: Config): Promise<string[] | null>;
  /** The other system cannot detect a repeat: an attempt in doubt fails, and a person decides whether to retry it. */
  neverRepeats?: true;
}

export interface OAuthProvider {
  authorizationUrl: string;
  tokenUrl: string;
  revocationUrl: string;
  scopes: string[];
}

export interface Connector<Credentials> {
  key: string;
  name: string;
  credentials: z.ZodType<Credentials>;
  /** Credentials that no summary may contain. */
  secrets: (keyof Credentials & string)[];
  actions: Action<Credentials, never>[];
  oauth?: OAuthProvider;
  /** Acts on Frontdesk itself: effects of its bindings do not trigger them again. */
  isInternal?: true;
  /** Concurrent jobs per installation; 4 by default. */
  concurrency?: number;
  /** Has no actions: connecting it opens a private feed address. */
  hasFeed?: true;
  /** Checks the connection; returns the name of the account. Throws `ConnectorError`. */
  check(connection: Connection<Credentials>): Promise<string | null>;
  /** Revokes the credentials in the other system, where possible. */
  revoke?(connection: Connection<Credentials>): Promise<void>;
}

export type AnyAction = Action<unknown, unknown>;
export type AnyConnector = Omit<Connector<unknown>, 'actions' | 'secrets'> & {
  actions: AnyAction[];
  secrets: string[];
};

/** Checks the connector's types at its declaration; elsewhere credentials and config are opaque. */
export const defineConnector = <Credentials>(connector: Connector<Credentials>): AnyConnector =>
  connector as unknown as AnyConnector;

/** Checks an action's types at its declaration. */
export const defineAction = <Credentials, Config>(action: Action<Credentials, Config>): Action<Credentials, never> =>
  action as unknown as Action<Credentials, never>;

export type ConnectorFault =
  | 'unauthorized'
  | 'refused'
  | 'sender_refused'
  | 'recipient_refused'
  | 'unreachable'
  | 'unknown_host'
  /** The server's certificate is not trusted. */
  | 'certificate'
  /** The server offers no encryption. */
  | 'no_encryption'
  | 'wrong_encryption'
  | 'not_allowed'
  | 'timeout'
  | 'failing'
  | 'busy'
  | 'template'
  | 'outcome_unknown';

interface ErrorDetails {
  /** A retry would fail too. */
  isFinal?: boolean;
  /** It may have taken effect. */
  inDoubt?: boolean;
  retryAfterMs?: number | null;
  request?: string;
  response?: string;
}

/** A failed action or check; the message is for the owner and contains no secret. */
export class ConnectorError extends Error {
  readonly code: ConnectorFault;
  readonly details: ErrorDetails;

  constructor(code: ConnectorFault, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
