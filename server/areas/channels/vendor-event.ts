import type { AddressEvidence } from '../people/index.ts';
import type { Enclosed, Notice } from './contents.schemas.ts';
import type { Address, VendorTemplate } from './driver.ts';
import type { ChannelStatus, MessageType } from './schemas.ts';
import type { SharedCard } from './shared-card.ts';

/** The events of a vendor, as drivers report them. */
interface EventBase {
  /** The vendor's id of the event; a repeated event is stored once. */
  providerEventId: string;
}

/** A person in an event, with all addresses that the event names. */
export interface VendorPerson {
  /** At least one. */
  addresses: Address[];
  /** Former addresses, if the event reports a change of number. */
  previous?: Address[];
  name: string | null;
  /** Without @. */
  username?: string | null;
  /** The vendor's portfolio that gave out the business-scoped ids. */
  portfolio?: string;
}

/** The contents of a message, as every driver reads them. */
export interface Contents {
  type: MessageType;
  /** The author's own words, or the geo URI of a place; the inbox adds what is enclosed. Null for a notice. */
  content: string | null;
  /** Content without words, such as a missed call. */
  notice?: Notice | null;
  enclosed?: Enclosed | null;
  media: ReceivedAttachment | null;
}

/** An attachment that the vendor stores under `ref`. */
export interface ReceivedAttachment {
  ref: string;
  contentType: string | null;
  fileName: string | null;
  /** The file of the workspace with these bytes, if the shop stores them already: nothing is fetched then. */
  fileId?: string;
}

export interface InboundMessageEvent extends EventBase, Contents {
  kind: 'message';
  providerMessageId: string;
  from: VendorPerson;
  replyTo: string | null;
  card?: SharedCard | null;
  /** When the customer sent it, UTC. */
  at: string;
}

/** A message that the owner wrote to a customer on the phone. */
export interface EchoEvent extends Omit<InboundMessageEvent, 'kind' | 'from' | 'card'> {
  kind: 'echo';
  to: VendorPerson;
}

/** A message that the vendor counts as delivered but that never arrived: it may be lost. */
export interface GapEvent extends EventBase {
  kind: 'gap';
  providerMessageId: string;
  from: VendorPerson;
  at: string;
}

/** The vendor reports that several addresses are one person, or that a person's addresses changed. */
export interface IdentityEvent extends EventBase {
  kind: 'identity';
  person: VendorPerson;
  evidence: Extract<AddressEvidence, 'mapping' | 'notice'>;
  at: string;
}

/** A message was corrected on the phone of the customer, or on the shop's. `person` is the customer, if named. */
export interface EditEvent extends EventBase {
  kind: 'edit';
  by: 'CONTACT' | 'SHOP';
  person: VendorPerson | null;
  providerMessageId: string;
  content: string | null;
  at: string;
}

/** A message was taken back on the phone of the customer, or on the shop's. `person` is the customer, if named. */
export interface DeletionEvent extends EventBase {
  kind: 'deletion';
  by: 'CONTACT' | 'SHOP';
  person: VendorPerson | null;
  providerMessageId: string;
  at: string;
}

export interface StatusEvent extends EventBase {
  kind: 'status';
  providerMessageId: string;
  /** Our id of the message, if the vendor returns it; identifies a message whose send got no response. */
  reference?: string | null;
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED';
  error: { code: string; message: string } | null;
  /** The customer, if the receipt names them. */
  person?: VendorPerson;
  at: string;
}

export interface ReactionEvent extends EventBase {
  kind: 'reaction';
  providerMessageId: string;
  from: VendorPerson;
  emoji: string;
  at: string;
}

/** A person stopped or resumed campaigns by the vendor's own means. */
export interface PreferenceEvent extends EventBase {
  kind: 'preference';
  person: VendorPerson;
  wish: 'stop' | 'start';
  /** `button`: of a template; `settings`: of the app. */
  by: 'button' | 'settings';
  /** The message that the button sent. */
  providerMessageId: string | null;
  at: string;
}

export interface StateEvent extends EventBase {
  kind: 'state';
  status: Exclude<ChannelStatus, 'DEACTIVATED'>;
  reason: string | null;
  phoneNumber: string | null;
}

/** Events about people and messages, not about the channel itself. */
export type ConversationEvent =
  | InboundMessageEvent
  | EchoEvent
  | GapEvent
  | IdentityEvent
  | EditEvent
  | DeletionEvent
  | StatusEvent
  | ReactionEvent;

/** The vendor reports a template: reviewed, paused, or present from the start. */
export interface TemplateEvent extends EventBase {
  kind: 'template';
  /** Absent fields stay unchanged; an unknown template is stored only if all fields are present. */
  template: Pick<VendorTemplate, 'name' | 'language'> & Partial<VendorTemplate>;
  /** The vendor's time, to the second (UTC); absent if the report has none. */
  at?: string;
  /** The report does not say what the template is now: its state must be read from the vendor. */
  isUnclear?: boolean;
}

export type VendorEvent = ConversationEvent | StateEvent | TemplateEvent | PreferenceEvent;
