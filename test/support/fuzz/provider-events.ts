import fc from 'fast-check';
import { dayMs, minuteMs, secondMs } from '../../../server/platform/durations.ts';
import {
  contactOf,
  type GraphCustomer,
  recipientOf,
  senderOf,
} from '../../doubles/graph-server/graph-server-people.ts';
import { junk } from './fuzz-values.ts';

/** Webhooks as the vendor might send them: kinds that exist and kinds that do not, broken, shuffled, repeated and late. */

type Json = Record<string, unknown>;

/** The trace that a customer's event must leave, by the vendor's ids. */
export interface Expected {
  kind: 'message' | 'correction' | 'reaction';
  /** Of the event itself. */
  id: string;
  /** Of the message that it corrects or reacts to; the id itself for a message. */
  target: string;
  /** The message as the vendor sent it, for whoever reads a failure. */
  raw: Json;
}

export interface Webhook {
  field: string;
  value: Json;
  expected: Expected[];
}

const people: GraphCustomer[] = Array.from({ length: 30 }, (_, index) => ({
  name: `Customer ${index}`,
  // A third hides the number, a third has no id.
  ...(index % 3 === 0 ? {} : { phone: `+55119800${10_000 + index}` }),
  ...(index % 3 === 1 ? {} : { userId: `BR.${50_000 + index}` }),
}));

const text = fc.string({ maxLength: 40 });
const id = text.map((name) => `x-${name}`);

/** The value of each known type under its name. */
const known: Record<string, fc.Arbitrary<unknown>> = {
  text: fc.record({ body: fc.oneof(text, fc.string({ minLength: 5_000, maxLength: 9_000 })) }),
  image: fc.record({ id, mime_type: fc.constant('image/jpeg'), caption: text }, { requiredKeys: ['id'] }),
  audio: fc.record({ id, mime_type: fc.constant('audio/ogg'), voice: fc.boolean() }, { requiredKeys: ['id'] }),
  video: fc.record({ id, caption: text }, { requiredKeys: ['id'] }),
  document: fc.record({ id, filename: text, caption: text }, { requiredKeys: ['id'] }),
  sticker: fc.record({ id, animated: fc.boolean() }),
  location: fc.record({ latitude: fc.double(), longitude: fc.double(), name: text, address: text }),
  contacts: fc.array(
    fc.record({ name: fc.record({ formatted_name: text }), phones: fc.array(fc.record({ phone: text })) }),
  ),
  button: fc.record({ text, payload: text }),
  order: fc.record({
    catalog_id: id,
    text,
    product_items: fc.array(
      fc.record({ product_retailer_id: id, quantity: fc.integer(), item_price: fc.double(), currency: text }),
    ),
  }),
  interactive: fc.oneof(
    fc.record({ type: fc.constant('list_reply'), list_reply: fc.record({ id, title: text, description: text }) }),
    fc.record({ type: fc.constant('button_reply'), button_reply: fc.record({ id, title: text }) }),
    fc.record({ type: fc.constant('nfm_reply'), nfm_reply: fc.record({ name: text, response_json: fc.json() }) }),
    fc.record({ type: text }),
  ),
  system: fc.record({ body: text, type: text }),
  unsupported: fc.record({ type: text }),
  request_welcome: fc.constant({}),
};

/** A type and its value: mostly a known one, else one of any name and form. */
const contents: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...Object.keys(known)).chain((type) => contentOf(type, known[type] as never)),
  },
  { weight: 2, arbitrary: id.chain((type) => contentOf(type, fc.jsonValue({ maxDepth: 3 }))) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.oneof(text, junk), errors: fc.oneof(fc.constant([{ code: 131051 }]), junk) }),
  },
);

const contentOf = (type: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Json> =>
  value.map((content) => ({ type, [type]: content }));

/** Age of a message when it is delivered, in ms: mostly seconds, at times days, nonsense or the future. */
const ages = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: minuteMs }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 8 * dayMs }) },
  { weight: 1, arbitrary: fc.constantFrom(-dayMs, 400 * dayMs) },
);

/** Fields whose value is another than the reference allows; the sender and the id stay. */
const damages = fc.dictionary(
  fc.constantFrom(
    'timestamp',
    'type',
    'context',
    'referral',
    'errors',
    'text',
    'interactive',
    'order',
    'contacts',
    'system',
    'edit',
  ),
  junk,
  { maxKeys: 2 },
);

const drafts = fc.record({
  who: fc.integer({ min: 0, max: people.length - 1 }),
  contents,
  ageMs: ages,
  more: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: damages }),
  /** Builds the event, which may refer to an earlier message. */
  act: fc.oneof(
    { weight: 8, arbitrary: fc.constant('message' as const) },
    { weight: 1, arbitrary: fc.constantFrom('edit' as const, 'revoke' as const) },
    { weight: 1, arbitrary: fc.constant('reaction' as const) },
  ),
  target: fc.nat(),
  contact: fc.oneof({ weight: 5, arbitrary: fc.constant('named' as const) }, { weight: 1, arbitrary: junk }),
  isEcho: fc.integer({ min: 0, max: 19 }).map((roll) => roll === 0),
});
type Draft = typeof drafts extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes the webhooks of `count` events around that time, in the order of a bad network. */
export function makeWebhooks(seed: number, count: number, now: Date): Webhook[] {
  const own: string[][] = people.map(() => []);
  const events = fc.sample(drafts, { seed, numRuns: count }).map((draft, index) => {
    const webhook = toWebhook(draft, `wamid.${seed}.${index}`, own[draft.who] as string[], now);
    if (draft.act === 'message' && !draft.isEcho) own[draft.who]?.push(`wamid.${seed}.${index}`);
    return webhook;
  });
  const repeated = events.filter((_event, index) => index % 10 === 0);
  return fc.sample(fc.shuffledSubarray([...events, ...repeated], { minLength: count + repeated.length }), {
    seed,
    numRuns: 1,
  })[0] as Webhook[];
}

function toWebhook(draft: Draft, eventId: string, own: string[], now: Date): Webhook {
  const { act, contact, isEcho, ageMs } = draft;
  const person = people[draft.who] as GraphCustomer;
  // A third of what is edited, deleted or reacted to was written before the shop had the channel.
  const isForeign = own.length === 0 || draft.target % 3 === 0;
  const target =
    act === 'message' ? eventId : isForeign ? `wamid.before.${eventId}` : (own[draft.target % own.length] as string);
  const message = {
    ...(isEcho ? { from: '15550783881', ...recipientOf(person) } : senderOf(person)),
    timestamp: String(Math.floor((now.getTime() - ageMs) / secondMs)),
    ...toContents(draft, target),
    id: eventId,
  };
  const expected: Expected[] = isEcho ? [] : [{ kind: kindOf(act), id: eventId, target, raw: message }];
  if (isEcho) return { field: 'smb_message_echoes', value: { message_echoes: [message] }, expected };
  const contacts = contact === 'named' ? [contactOf(person)] : contact;
  return { field: 'messages', value: { contacts, messages: [message] }, expected };
}

const kindOf = (act: Draft['act']): Expected['kind'] =>
  act === 'message' ? 'message' : act === 'reaction' ? 'reaction' : 'correction';

function toContents({ act, contents: content, more }: Draft, target: string): Json {
  if (act === 'edit') return { type: 'edit', edit: { original_message_id: target, message: content } };
  if (act === 'revoke') return { type: 'revoke', revoke: { original_message_id: target } };
  if (act === 'reaction') return { type: 'reaction', reaction: { message_id: target, emoji: '👍' } };
  return { ...content, ...more };
}
