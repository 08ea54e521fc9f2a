import type { Readable } from 'node:stream';
import type { Platform } from '../../platform/platform.ts';
import type { AddressKind } from '../people/index.ts';
import type { RejectionReason } from './refusals.ts';
import type {
  ChannelProvider,
  MessageRequest,
  MessageType,
  TemplateCategory,
  TemplateQuality,
  TemplateStatus,
} from './schemas.ts';
import type { VendorEvent, VendorPerson } from './vendor-event.ts';

/**
 * The interface of drivers. The simulator, the QR client and the vendor's cloud API implement it; callers see the same
 * behaviour from all three.
 */
export interface Driver {
  /** `simulator`, or `live` for the vendor's service. */
  name: string;
  /** The kinds of channel that this driver supports. */
  providers: ChannelProvider[];
  open(host: ChannelHost, platform: Platform): ChannelConnection;
}

/** What a connection receives: its channel and the sink of its events. */
export interface ChannelHost {
  channel: { id: string; workspaceId: string; provider: ChannelProvider; name: string };
  /** Resolves when the events are on disk; only then may the vendor get its acknowledgement. */
  report(events: VendorEvent[]): Promise<void>;
}

/** The vendor's address of a person; numbers begin with + and are spelled as the vendor spells them. */
export interface Address {
  kind: AddressKind;
  value: string;
}

/** An approved template with its values. A local template is sent as text instead. */
export interface OutgoingTemplate {
  name: string;
  language: string;
  /** In the vendor's form for sending, without a header's media, which is the message's `media`. */
  components: Record<string, unknown>[];
}

/** An outgoing message. Its id was stored beforehand, so that a lost outcome can be looked up. */
export interface OutgoingMessage {
  providerMessageId: string;
  /** Our id, for vendors that return it in receipts. */
  reference: string;
  to: Address;
  type: MessageType;
  content: string | null;
  media: { fileId: string; hash: string; contentType: string; fileName: string; sizeBytes: number } | null;
  template: OutgoingTemplate | null;
  /** A TEXT that asks for the customer's number: by the vendor's own request if there is one, else in words alone. */
  request: MessageRequest | null;
  /** The vendor's id of the message replied to. */
  replyTo: string | null;
}

/**
 * `accepted` may name the addressee, as the vendor knows them. `unknown`: the vendor may have accepted it. The outcome
 * is then looked up; the message is never sent again.
 */
export type SendOutcome =
  | { kind: 'accepted'; providerMessageId: string; person?: VendorPerson }
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
  /** Closes the connection and keeps the pairing. */
  disconnect(): Promise<void>;
  /** The vendor's id for a message to be stored; null if only the vendor can choose it. */
  allocateMessageId(): string | null;
  send(message: OutgoingMessage): Promise<SendOutcome>;
  /** An empty emoji removes the reaction. */
  react(to: Address, providerMessageId: string, emoji: string): Promise<SendOutcome>;
  /** Whether the vendor accepted a message whose response was lost; `unknown` if that cannot be determined. */
  findOutcome(providerMessageId: string): Promise<'accepted' | 'not_accepted' | 'unknown'>;
  /** The bytes of a received attachment. Throws `MediaLostError` if the vendor answers that it does not exist. */
  fetchMedia(ref: string, signal: AbortSignal): Promise<Readable>;
  health(): Promise<HealthCheck[]>;
  /** Ends the pairing at the vendor. Absent if the channel has no pairing. */
  logout?(): Promise<void>;
  /** The current pairing code; `refresh` requests a new one. Absent if the channel needs no pairing. */
  pairing?(refresh: boolean): Promise<PairingCode | null>;
  /** Templates that the vendor reviews. Absent if templates are local. */
  templates?: VendorTemplates;
  /** Product catalogs of the vendor. Absent if it has none. */
  catalogs?: VendorCatalogs;
  /** The vendor's verification of the business. Absent if the vendor verifies none. */
  businessVerification?(): Promise<{ status: string; detail: string | null }>;
}

/** A failed call to the vendor: rejected with a reason, or the vendor was unreachable. */
export class VendorError extends Error {
  readonly reason: RejectionReason | 'provider_failed';
  /** The cause, for people: the vendor's own words without secrets. */
  readonly detail: string;

  constructor(reason: RejectionReason | 'provider_failed', detail: string) {
    super(detail);
    this.reason = reason;
    this.detail = detail;
  }
}

/** The vendor answers that an attachment does not exist. */
export class MediaLostError extends Error {}

/** A template as the vendor stores it. `components` are in the vendor's form. */
export interface VendorTemplate {
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

/** All throw `VendorError`. */
export interface VendorTemplates {
  list(): Promise<VendorTemplate[]>;
  create(draft: Pick<VendorTemplate, 'name' | 'language' | 'category' | 'components'>): Promise<VendorTemplate>;
  delete(template: { providerId: string; name: string }): Promise<void>;
  /** Uploads the sample of a media header; returns the handle for `example.header_handle`. */
  uploadSample(file: { hash: string; contentType: string; fileName: string; sizeBytes: number }): Promise<string>;
}

export interface VendorCatalog {
  id: string;
  name: string;
  productCount: number | null;
  linked: boolean;
}

/** A product of a catalog; `retailerId` is our catalog item's id. Money in integer cents. */
export interface VendorProduct {
  retailerId: string;
  name: string;
  description: string | null;
  priceCents: number;
  imageUrl: string | null;
  available: boolean;
}

/** All throw `VendorError`. */
export interface VendorCatalogs {
  list(): Promise<VendorCatalog[]>;
  link(catalogId: string): Promise<void>;
  unlink(catalogId: string): Promise<void>;
  products(catalogId: string): Promise<VendorProduct[]>;
  /** Creates or updates products; returns the fault of each product that the vendor rejected. */
  upsert(catalogId: string, products: VendorProduct[]): Promise<{ retailerId: string; message: string }[]>;
}
