import type { Readable } from 'node:stream';
import type { Platform } from '../../platform/platform.ts';
import type { IdentityScheme } from '../people/index.ts';
import type { ChannelProvider, ChannelStatus, MessageType, TemplateQuality, TemplateStatus } from './schemas.ts';

/**
 * What a provider's driver is to the rest of the product. The simulator, the QR client and the platform's cloud API
 * implement it; everything that callers see is the same for all three.
 */
export interface ProviderDriver {
  /** `simulator`, or `live` for the real service of a provider. */
  name: string;
  /** The providers that this driver can speak for. */
  providers: ChannelProvider[];
  open(host: ChannelHost, platform: Platform): ChannelConnection;
}

/** What a connection is given: its channel, and where its events go. */
export interface ChannelHost {
  channel: { id: string; workspaceId: string; provider: ChannelProvider; name: string };
  /** Resolves when the events are on disk: only then may the provider be told that they arrived. */
  report(events: ProviderEvent[]): Promise<void>;
}

/** How the provider is to find a person; phone numbers are E.164. */
export interface Address {
  scheme: IdentityScheme;
  value: string;
}

/** An approved template with its values. A template that only we know of goes out as text instead. */
export interface OutgoingTemplate {
  name: string;
  language: string;
  /** In the platform's form for sending, without the media of a header: those are the message's `media`. */
  components: Record<string, unknown>[];
}

/** A message on its way out. Its id was chosen and stored before, so that a lost answer can be asked for. */
export interface OutgoingMessage {
  providerMessageId: string;
  /** Our id, for providers that give it back with their receipts. */
  reference: string;
  to: Address;
  type: MessageType;
  content: string | null;
  media: { fileId: string; hash: string; contentType: string; fileName: string; sizeBytes: number } | null;
  template: OutgoingTemplate | null;
  /** The provider's id of the message that is answered. */
  replyTo: string | null;
}

export const rejectionReasons = [
  'window_closed',
  'not_on_app',
  'rate_limited',
  'restricted',
  'credentials',
  'blocked_policy',
  'template_unusable',
  'media_invalid',
  'unsupported',
  'temporary',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** `unknown`: the provider may have taken it. It is then asked for, never sent again. */
export type SendOutcome =
  | { kind: 'accepted'; providerMessageId: string }
  | { kind: 'rejected'; reason: RejectionReason; detail: string; retryAfterMs?: number }
  | { kind: 'unknown'; detail: string };

export interface HealthCheck {
  name: string;
  ok: boolean;
  latencyMs: number | null;
  detail: string | null;
}

export interface PairingCode {
  /** The text of the QR code. */
  qr: string;
  expiresAt: string;
  attempt: number;
}

export interface ChannelConnection {
  connect(): Promise<void>;
  /** Lets go of the provider and keeps the pairing. */
  disconnect(): Promise<void>;
  /** The provider's id for a message that is about to be stored; null where only the provider chooses it. */
  allocateMessageId(): string | null;
  send(message: OutgoingMessage): Promise<SendOutcome>;
  /** An empty emoji takes the reaction back. */
  react(to: Address, providerMessageId: string, emoji: string): Promise<SendOutcome>;
  /** Whether the provider took a message whose answer was lost; `unknown` when it cannot tell. */
  findOutcome(providerMessageId: string): Promise<'accepted' | 'not_accepted' | 'unknown'>;
  /** The bytes of a received attachment. */
  fetchMedia(ref: string): Promise<Readable>;
  health(): Promise<HealthCheck[]>;
  /** Ends the pairing at the provider. Absent where there is none. */
  logout?(): Promise<void>;
  /** The present pairing code; `refresh` asks for a new one. Absent where a channel connects without pairing. */
  pairing?(refresh: boolean): Promise<PairingCode | null>;
  /** Templates that the provider reviews. Absent where they are local. */
  templates?: ProviderTemplates;
  /** Product catalogs of the provider. Absent where there are none. */
  catalogs?: ProviderCatalogs;
  /** What the provider says of the business behind the channel. Absent where it knows none. */
  businessVerification?(): Promise<{ status: string; detail: string | null }>;
}

/** A call to the provider failed: as a refusal with a reason, or because it could not be reached. */
export class ProviderError extends Error {
  readonly reason: RejectionReason | 'provider_failed';
  /** Where the fault lies, for people: the provider's own words without secrets. */
  readonly detail: string;

  constructor(reason: RejectionReason | 'provider_failed', detail: string) {
    super(detail);
    this.reason = reason;
    this.detail = detail;
  }
}

export type TemplateCategory = 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';

/** A template as the provider holds it. `components` are in the platform's own form. */
export interface ProviderTemplate {
  providerId: string;
  name: string;
  language: string;
  category: TemplateCategory;
  status: TemplateStatus;
  /** Why it was rejected, paused or disabled. */
  reason: string | null;
  quality: TemplateQuality;
  components: Record<string, unknown>[];
}

/** All throw `ProviderError`. */
export interface ProviderTemplates {
  list(): Promise<ProviderTemplate[]>;
  create(draft: Pick<ProviderTemplate, 'name' | 'language' | 'category' | 'components'>): Promise<ProviderTemplate>;
  delete(template: { providerId: string; name: string }): Promise<void>;
  /** Uploads the sample of a media header; answers the handle for `example.header_handle`. */
  uploadSample(file: { hash: string; contentType: string; fileName: string; sizeBytes: number }): Promise<string>;
}

export interface ProviderCatalog {
  id: string;
  name: string;
  productCount: number | null;
  linked: boolean;
}

/** A product of a catalog; `retailerId` is our catalog item's id. Money in integer cents. */
export interface ProviderProduct {
  retailerId: string;
  name: string;
  description: string | null;
  priceCents: number;
  imageUrl: string | null;
  available: boolean;
}

/** All throw `ProviderError`. */
export interface ProviderCatalogs {
  list(): Promise<ProviderCatalog[]>;
  link(catalogId: string): Promise<void>;
  unlink(catalogId: string): Promise<void>;
  products(catalogId: string): Promise<ProviderProduct[]>;
  /** Creates or updates products; answers the fault of each that the provider did not take. */
  upsert(catalogId: string, products: ProviderProduct[]): Promise<{ retailerId: string; message: string }[]>;
}

interface EventBase {
  /** The provider's id of the event: the same event told twice is taken once. */
  providerEventId: string;
}

/**
 * A person as the provider names them. `phone` is E.164, and null where the provider hides the number; `aliases` are the
 * further addresses of the same person, as the provider gives them.
 */
export type ProviderPerson = Address & { phone: string | null; name: string | null; aliases?: Address[] };

export interface InboundMessageEvent extends EventBase {
  kind: 'message';
  providerMessageId: string;
  from: ProviderPerson;
  type: MessageType;
  content: string | null;
  media: { ref: string; contentType: string | null; fileName: string | null } | null;
  replyTo: string | null;
  /** When the customer sent it, UTC. */
  at: string;
}

/** What the owner wrote to a customer on the phone itself. */
export interface EchoEvent extends Omit<InboundMessageEvent, 'kind' | 'from'> {
  kind: 'echo';
  to: ProviderPerson;
}

/** A message that the provider counts as delivered and that never came: it may be lost. */
export interface GapEvent extends EventBase {
  kind: 'gap';
  providerMessageId: string;
  from: ProviderPerson;
  at: string;
}

/** The provider tells that several addresses are one person. */
export interface IdentityEvent extends EventBase {
  kind: 'identity';
  person: ProviderPerson;
}

export interface StatusEvent extends EventBase {
  kind: 'status';
  providerMessageId: string;
  /** Our id of the message, where the provider gives it back: it finds a message whose send was never answered. */
  reference?: string | null;
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED';
  error: { code: string; message: string } | null;
  at: string;
}

export interface ReactionEvent extends EventBase {
  kind: 'reaction';
  providerMessageId: string;
  from: Address & { phone: string | null };
  emoji: string;
  at: string;
}

export interface StateEvent extends EventBase {
  kind: 'state';
  status: Exclude<ChannelStatus, 'DEACTIVATED'>;
  reason: string | null;
  phoneNumber: string | null;
}

/** What concerns people and messages, and not the channel itself. */
export type ConversationEvent =
  | InboundMessageEvent
  | EchoEvent
  | GapEvent
  | IdentityEvent
  | StatusEvent
  | ReactionEvent;

/** What became of a template at the provider: reviewed, paused, or there from the start. */
export interface TemplateEvent extends EventBase {
  kind: 'template';
  /** What is absent stays as it is; a template that we do not have is kept when it is told whole. */
  template: Pick<ProviderTemplate, 'name' | 'language'> & Partial<ProviderTemplate>;
}

export type ProviderEvent = ConversationEvent | StateEvent | TemplateEvent;
