import { minuteMs } from '../../../server/platform/durations.ts';
import { openCloudShop } from '../../areas/cloud/support.ts';
import type { TestApp } from '../server/app.ts';
import { ManualClock } from '../server/clock.ts';
import { type Expected, makeWebhooks } from './provider-events.ts';

const webhooksAtOnce = 40;

/** The faults of a shop that received random events of the vendor; empty lists if it handled all of them. */
export interface Outcome {
  /** Answers to webhooks that were no acknowledgement. */
  refused: number[];
  /** Acknowledged events of customers that left no trace, as JSON. */
  lost: string[];
  /** Events that were not handled; receipts of messages that are not here may wait. */
  unhandled: object[];
  /** Conversations in which a customer wrote last and nobody waits for an answer. */
  ignored: object[];
}

/** Hands `count` random events of the vendor over to a new shop. The seed repeats a run. */
export async function tryWebhooks(seed: number, count: number): Promise<Outcome> {
  const clock = new ManualClock();
  const { shop, graph } = await openCloudShop({ clock });
  const { webhooks, account } = graph;
  const metadata = { display_phone_number: '15550783881', phone_number_id: account.phoneNumberId };
  const refused: number[] = [];
  const all = makeWebhooks(seed, count, clock.now());
  for (let at = 0; at < all.length; at += webhooksAtOnce) {
    const changes = all.slice(at, at + webhooksAtOnce).map(({ field, value }) => ({
      field,
      value: { messaging_product: 'whatsapp', metadata, ...value },
    }));
    const answer = await webhooks.post(webhooks.body(changes));
    if (answer !== 200) refused.push(answer);
  }
  await shop.settle();
  // Reactions to messages that never come are shown after a minute.
  for (let shown = 0; shown < count; shown += 200) {
    clock.advance(2 * minuteMs);
    await shop.app.platform.scheduler.tick();
    await shop.settle();
  }
  const leavesTrace = await readTraces(shop);
  const lost = all.flatMap(({ expected }) => expected).filter((event) => !leavesTrace(event));
  return {
    refused,
    lost: lost.map((event) => JSON.stringify(event)),
    unhandled: await readUnhandled(shop),
    ignored: await readIgnored(shop),
  };
}

/** Returns the test of whether something of an event is seen in a conversation. */
async function readTraces({ app }: TestApp): Promise<(event: Expected) => boolean> {
  const db = app.platform.database.read;
  const messages = await db
    .selectFrom('messages')
    .select([
      'id',
      'provider_message_id',
      'edited_at',
      'deleted_at',
      'content',
      'notice',
      'file_id',
      'enclosed',
      'error',
      'type',
    ])
    .execute();
  const byId = new Map(messages.map((message) => [message.provider_message_id, message]));
  const reacted = new Set(
    (await db.selectFrom('message_reactions').select('message_id').execute()).map((row) => row.message_id),
  );
  return ({ kind, id, target }) => {
    const own = byId.get(id);
    const about = byId.get(target);
    if (own) return own.content !== null || own.notice !== null || own.type !== 'TEXT' || own.deleted_at !== null;
    if (!about) return false;
    return kind === 'reaction' ? reacted.has(about.id) : about.edited_at !== null || about.deleted_at !== null;
  };
}

/** The events that were not handled; receipts of messages that are not here may wait. */
const readUnhandled = ({ app }: TestApp) =>
  app.platform.database.read
    .selectFrom('provider_events')
    .select(['state', 'kind', 'payload', 'error'])
    .where('state', '!=', 'DONE')
    .where('kind', '!=', 'status')
    .execute();

/** The conversations in which a customer wrote last and nobody waits for an answer. */
const readIgnored = ({ app }: TestApp) =>
  app.platform.database.read
    .selectFrom('conversations as c')
    .select('c.id')
    .where('c.waiting_since', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('messages as m')
          .select('m.id')
          .whereRef('m.conversation_id', '=', 'c.id')
          .where('m.direction', '=', 'INBOUND')
          .where('m.deleted_at', 'is', null)
          .where((each) => each.or([each('m.notice', 'is', null), each('m.notice', 'not like', '%"reaction"%')])),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('messages as o')
            .select('o.id')
            .whereRef('o.conversation_id', '=', 'c.id')
            .where('o.direction', '=', 'OUTBOUND'),
        ),
      ),
    )
    .execute();
