import { z } from 'zod';
import { fold } from '../../platform/database/fold.ts';
import type { InboundMessageEvent, PreferenceEvent } from '../channels/index.ts';
import { type GraphInbound, toIso } from './read-message.ts';
import { mayBeEmpty, Named, toPerson } from './read-person.ts';
import type { WebhookContents } from './read-webhook.ts';
import stopButtons from './stop-buttons.json' with { type: 'json' };

const Preferences = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.array(Named.optional().catch(undefined)).optional().catch([]),
  user_preferences: z.array(z.unknown()),
});

const Preference = z.object({
  wa_id: mayBeEmpty,
  user_id: mayBeEmpty,
  parent_user_id: mayBeEmpty,
  category: z.string(),
  value: z.string().transform((value) => value.toLowerCase()),
  timestamp: z.union([z.int().min(0).transform(String), z.string()]).pipe(z.string().regex(/^\d{1,12}$/)),
});

/** Reads that people stopped or resumed marketing messages in the settings of the app. */
export function readPreferences(value: unknown, portfolio: string, contents: WebhookContents): void {
  const parsed = Preferences.safeParse(value);
  if (!parsed.success) {
    contents.faults.push('user_preferences');
    return;
  }
  const { metadata, contacts = [], user_preferences: preferences } = parsed.data;
  const people = contacts.filter((contact) => contact !== undefined);
  const events = preferences.flatMap((raw) => {
    const preference = Preference.safeParse(raw);
    const event = preference.success ? toPreference(preference.data, people, portfolio) : null;
    if (!event) contents.faults.push('user_preference');
    return event ?? [];
  });
  contents.events.push({ phoneNumberId: metadata.phone_number_id, events });
}

const wishes: ReadonlyMap<string, PreferenceEvent['wish']> = new Map([
  ['stop', 'stop'],
  ['resume', 'start'],
]);

/** Null for an unknown value, another kind of messages, or a preference without a person. */
function toPreference(
  { wa_id: number, user_id: userId, parent_user_id: parentId, category, value, timestamp }: z.infer<typeof Preference>,
  people: Named[],
  portfolio: string,
): PreferenceEvent | null {
  const wish = wishes.get(value);
  const person = toPerson({ number, userId, parentId }, people, portfolio);
  if (!wish || !person || category !== 'marketing_messages') return null;
  return {
    kind: 'preference',
    providerEventId: `${userId ?? number}:${value}:${timestamp}`,
    person,
    wish,
    by: 'settings',
    providerMessageId: null,
    at: toIso(timestamp),
  };
}

const normalize = (text: string): string => fold(text).replaceAll(/\s+/g, ' ').trim();
const stops: ReadonlySet<string> = new Set(Object.values(stopButtons).flat().map(normalize));

/**
 * The wish of a customer who taps the stop button of a template: the vendor names it in the template's language and
 * sends its text as the customer's message. The same words typed by hand are no such button.
 */
export function readStopButton(message: GraphInbound, { from, at }: InboundMessageEvent): PreferenceEvent[] {
  if (message.type !== 'button' || !message.button || !stops.has(normalize(message.button.text ?? ''))) return [];
  const { id } = message;
  return [
    { kind: 'preference', providerEventId: id, person: from, wish: 'stop', by: 'button', providerMessageId: id, at },
  ];
}
