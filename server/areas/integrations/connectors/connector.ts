import type { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { EventSource } from '../../../platform/work/events.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { EventKind } from '../../events.ts';

/** The event as an action gets it: what a webhook would carry. */
export interface SyncEvent {
  id: string;
  type: EventKind;
  occurredAt: string;
  workspaceId: string;
  source: EventSource;
  data: Record<string, unknown>;
  previous?: Record<string, unknown>;
}

/** An open connection to the other side. */
export interface Connection<Credentials> {
  platform: Platform;
  workspaceId: string;
  installationId: string;
  credentials: Credentials;
  signal: AbortSignal;
  /** A token that is good now, of a connector with `oauth`; throws `ConnectorError` (`unauthorized`) when there is none. */
  accessToken(): Promise<string>;
}

/** One thing to do for one event. */
export interface SyncCall<Credentials, Config> extends Connection<Credentials> {
  bindingId: string;
  jobId: string;
  event: SyncEvent;
  config: Config;
  /** What `fill` made of the event. */
  filled: Filled;
  /** True when an earlier attempt may have acted without telling: look before acting. */
  isRepeat: boolean;
}

/** The values that go out, by name. */
export type Filled = Record<string, unknown>;

/** What was done: summaries for the history, and what the other side calls the thing it made. */
export interface Effect {
  request: string;
  response: string;
  reference: string | null;
}

export interface Target {
  id: string;
  name: string;
  kind: string;
  /** Whether `targetId` of this one lists what is in it. */
  hasChildren: boolean;
}

/** `next` is the connector's own word for where the next page begins; null at the end. */
export interface TargetPage {
  targets: Target[];
  next: string | null;
}

export interface Action<Credentials, Config> {
  key: string;
  name: string;
  config: z.ZodType<Config>;
  /** The only kinds of events that it can do something with; any unless told. */
  events?: EventKind[];
  /** What the binding acts on: one event acts on it once by one action. */
  targetOf(config: Config): string;
  /** Fills the templates of the config. */
  fill(config: Config, event: SyncEvent): Filled;
  /**
   * Acts. A function as the answer acts inside the transaction that marks the job done, so that it is done once whatever
   * happens. Throws `ConnectorError`.
   */
  run(call: SyncCall<Credentials, Config>): Promise<Effect | ((work: Work) => Promise<Effect>)>;
  /** Null for a `targetId` that there is not. */
  listTargets?(
    connection: Connection<Credentials>,
    page: { targetId: string | null; cursor: string | null; limit: number },
  ): Promise<TargetPage | null>;
  /**
   * Of the columns that the config names, those that its target does not have; null where there is no such target. Throws
   * `ConnectorError`.
   */
  findMissing?(connection: Connection<Credentials>, config: Config): Promise<string[] | null>;
  /** The other side cannot tell a repeat: an attempt in doubt fails, and a person decides whether to repeat it. */
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
  /** The credentials that may stand in no summary. */
  secrets: (keyof Credentials & string)[];
  actions: Action<Credentials, never>[];
  oauth?: OAuthProvider;
  /** Acts on Frontdesk itself: what its bindings do starts none of them again. */
  isInternal?: true;
  /** How many jobs of one installation run at the same time; 4 unless told. */
  concurrency?: number;
  /** Only shows something at a private address, which the connection opens. */
  hasFeed?: true;
  /** Looks whether the connection works; answers what to call the account. Throws `ConnectorError`. */
  check(connection: Connection<Credentials>): Promise<string | null>;
  /** Takes the credentials back on the other side, where it can. */
  revoke?(connection: Connection<Credentials>): Promise<void>;
}

export type AnyAction = Action<unknown, unknown>;
export type AnyConnector = Omit<Connector<unknown>, 'actions' | 'secrets'> & {
  actions: AnyAction[];
  secrets: string[];
};

/** Checks the connector's own types where it is declared; outside it credentials and config are opaque. */
export const defineConnector = <Credentials>(connector: Connector<Credentials>): AnyConnector =>
  connector as unknown as AnyConnector;

/** Checks an action's own types where it is declared. */
export const defineAction = <Credentials, Config>(action: Action<Credentials, Config>): Action<Credentials, never> =>
  action as unknown as Action<Credentials, never>;

export type ConnectorFault =
  | 'unauthorized'
  | 'refused'
  | 'sender_refused'
  | 'recipient_refused'
  | 'unreachable'
  | 'unknown_host'
  /** The other side could not prove who it is. */
  | 'certificate'
  /** It offers no encryption, or another one than it was asked for. */
  | 'no_encryption'
  | 'wrong_encryption'
  | 'not_allowed'
  | 'timeout'
  | 'failing'
  | 'busy'
  | 'template'
  | 'outcome_unknown';

interface ErrorDetails {
  /** Trying again would end the same way. */
  isFinal?: boolean;
  /** It may have acted nevertheless. */
  inDoubt?: boolean;
  retryAfterMs?: number | null;
  request?: string;
  response?: string;
}

/** Why an action or a check failed; the message is for the owner and holds no secret. */
export class ConnectorError extends Error {
  readonly code: ConnectorFault;
  readonly details: ErrorDetails;

  constructor(code: ConnectorFault, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
