import { z } from 'zod';
import type { DeletionEvent, StatusEvent, TemplateEvent, VendorEvent } from '../channels/index.ts';
import { GraphFault, readFault } from './graph-errors.ts';
import { readAlone } from './read-alone.ts';
import { Call, toCall } from './read-call.ts';
import { lenient } from './read-leniently.ts';
import { GraphInbound, toEcho, toEvent, toIso } from './read-message.ts';
import { mayBeEmpty, Named, toPerson } from './read-person.ts';
import { readPreferences, readStopButton } from './read-preferences.ts';
import { readCategory, toReason, toReportedState, toTemplateQuality } from './templates.ts';

const Webhook = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    lenient(
      z.object({
        id: z.string(),
        time: lenient(z.number()),
        changes: z.array(lenient(z.object({ field: z.string(), value: z.unknown() }))),
      }),
    ),
  ),
});

/** A list, also if the vendor sends its only member. */
const List = z
  .union([z.array(z.unknown()), z.looseObject({}).transform((only) => [only])])
  .optional()
  .catch([]);

const Messages = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.array(lenient(Named)).optional().catch([]),
  messages: List,
  statuses: List,
  message_echoes: List,
  calls: List,
});

const Status = z.object({
  id: z.string().min(1),
  status: z.string(),
  timestamp: z.string().regex(/^\d{1,12}$/),
  recipient_id: mayBeEmpty,
  recipient_user_id: mayBeEmpty,
  recipient_parent_user_id: mayBeEmpty,
  biz_opaque_callback_data: z.string().max(512).optional(),
  errors: z.array(GraphFault).optional().catch(undefined),
});

const word = z.string().nullish().catch(null);

/** A missing or unknown field makes the report unclear: the templates are then read from the vendor. */
const TemplateChange = z.object({
  message_template_id: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
  message_template_name: z.string().catch(''),
  message_template_language: z.string().catch(''),
  event: word,
  reason: word,
  rejection_info: z.object({ reason: word }).nullish().catch(null),
  new_quality_score: word,
  new_category: word,
  /** A review may end with another category than was asked for. */
  message_template_category: word,
});

/** The content of a webhook, by number or by account. */
export interface WebhookContents {
  events: { phoneNumberId: string; events: VendorEvent[] }[];
  templates: { wabaId: string; event: TemplateEvent }[];
  /** Accounts with another change: quality, limits, a ban. */
  changedAccounts: string[];
  /** Errors that belong to no message; without a number, of the whole account. */
  errors: { wabaId: string; phoneNumberId: string | null; fault: GraphFault }[];
  /** The parts that were skipped because their form is unknown. */
  faults: string[];
}

const messageFields = new Set(['messages', 'smb_message_echoes', 'message_echoes', 'calls']);

const templateFields = new Set([
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
]);

const accountFields = new Set([
  'phone_number_quality_update',
  'phone_number_name_update',
  'account_update',
  'account_review_update',
  'business_capability_update',
]);

/**
 * Reads a webhook's body; null if it is not the vendor's. An invalid part does not affect the others. Business-scoped
 * ids belong to the portfolio of the account's number.
 */
export function readWebhook(body: unknown, portfolioOf: (wabaId: string) => string): WebhookContents | null {
  const parsed = Webhook.safeParse(body);
  if (!parsed.success) return null;
  const contents: WebhookContents = { events: [], templates: [], changedAccounts: [], errors: [], faults: [] };
  const known = <Part>(part: Part | undefined): Part[] => {
    if (part === undefined) contents.faults.push('change');
    return part === undefined ? [] : [part];
  };
  for (const { id: wabaId, time = 0, changes } of parsed.data.entry.flatMap(known)) {
    for (const { field, value } of changes.flatMap(known)) {
      readAlone(value, wabaId, contents);
      if (field === 'user_preferences') readPreferences(value, portfolioOf(wabaId), contents);
      else if (messageFields.has(field)) readMessages(value, portfolioOf(wabaId), contents);
      else if (templateFields.has(field)) readTemplate({ wabaId, field, time }, value, contents);
      else if (accountFields.has(field)) contents.changedAccounts.push(wabaId);
    }
  }
  return contents;
}

function readMessages(value: unknown, portfolio: string, contents: WebhookContents): void {
  const parsed = Messages.safeParse(value);
  if (!parsed.success) {
    contents.faults.push('messages');
    return;
  }
  const { metadata, contacts: named = [], messages = [], statuses = [], calls = [] } = parsed.data;
  const { message_echoes: echoes = [] } = parsed.data;
  const contacts = named.filter((contact) => contact !== undefined);
  const events: VendorEvent[] = [];
  for (const raw of messages) {
    const message = GraphInbound.safeParse(raw);
    const event = message.success ? toEvent(message.data, contacts, portfolio) : null;
    // The wish is stored before the message that states it, which no agent answers.
    if (message.success && event?.kind === 'message') events.push(...readStopButton(message.data, event));
    if (event) events.push(event);
    else contents.faults.push('message');
  }
  for (const raw of echoes) {
    const echo = GraphInbound.safeParse(raw);
    const event = echo.success ? toEcho(echo.data, contacts, portfolio) : null;
    if (event) events.push(event);
    else contents.faults.push('echo');
  }
  for (const raw of statuses) {
    const status = Status.safeParse(raw);
    const event = status.success ? toStatusEvent(status.data, contacts, portfolio) : null;
    if (event) events.push(event);
    else if (!status.success) contents.faults.push('status');
  }
  for (const raw of calls) {
    const call = Call.safeParse(raw);
    const event = call.success ? toCall(call.data, contacts, portfolio) : null;
    if (event) events.push(event);
    else if (!call.success) contents.faults.push('call');
  }
  contents.events.push({ phoneNumberId: metadata.phone_number_id, events });
}

function readTemplate(
  from: { wabaId: string; field: string; time: number },
  value: unknown,
  contents: WebhookContents,
): void {
  const parsed = TemplateChange.safeParse(value);
  if (!parsed.success) {
    contents.faults.push('template');
    return;
  }
  const change = parsed.data;
  const { message_template_id: providerId, new_quality_score: quality } = change;
  const category = readCategory(change.new_category ?? change.message_template_category ?? '');
  const { message_template_name: name, message_template_language: language } = change;
  const what = change.event ?? quality ?? change.new_category ?? '';
  const state = toReportedState(change.event ?? '');
  const reason = change.rejection_info?.reason ?? toReason(change.reason) ?? state?.reason ?? null;
  const event: TemplateEvent = {
    kind: 'template',
    // The same change may happen to a template again later.
    providerEventId: `${providerId ?? `${name}:${language}`}:${from.field}:${what}:${from.time}`,
    template: {
      ...(providerId === undefined ? {} : { providerId }),
      name,
      language,
      ...(state ? { status: state.status, reason } : {}),
      ...(quality ? { quality: toTemplateQuality(quality) } : {}),
      ...(category ? { category } : {}),
    },
    ...(from.time > 0 ? { at: new Date(from.time * 1_000).toISOString() } : {}),
    isUnclear: !state && !quality && !(change.new_category && category),
  };
  contents.templates.push({ wabaId: from.wabaId, event });
}

const statuses: ReadonlyMap<string, StatusEvent['status']> = new Map([
  ['sent', 'SENT'],
  ['delivered', 'DELIVERED'],
  ['read', 'READ'],
  ['played', 'READ'],
  ['failed', 'FAILED'],
]);

/** The event of a receipt, and of a message that the customer took back. Null for any other status. */
function toStatusEvent(
  receipt: z.infer<typeof Status>,
  people: Named[],
  portfolio: string,
): StatusEvent | DeletionEvent | null {
  const { recipient_id: number, recipient_user_id: userId, recipient_parent_user_id: parentId } = receipt;
  const person = toPerson({ number, userId, parentId }, people, portfolio);
  if (receipt.status === 'deleted') {
    const ids = { providerEventId: `${receipt.id}:deleted`, providerMessageId: receipt.id };
    return { ...ids, kind: 'deletion', by: 'CONTACT', person, at: toIso(receipt.timestamp) };
  }
  const status = statuses.get(receipt.status);
  if (!status) return null;
  return {
    ...(person ? { person } : {}),
    kind: 'status',
    providerEventId: `${receipt.id}:${status}`,
    providerMessageId: receipt.id,
    reference: receipt.biz_opaque_callback_data ?? null,
    status,
    error: status === 'FAILED' ? toError(receipt.errors?.[0]) : null,
    at: toIso(receipt.timestamp),
  };
}

function toError(fault: GraphFault | undefined): { code: string; message: string } {
  if (!fault) return { code: 'provider_failed', message: 'The platform gave no reason' };
  const { reason, detail } = readFault(fault, null);
  return { code: reason, message: detail };
}
