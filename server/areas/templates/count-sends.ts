import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { EventRecord } from '../../platform/work/events.ts';
import type { Subscriber } from '../../platform/work/outbox.ts';
import { driverLogOf } from '../channels/index.ts';
import { messageSent, messageStatus } from '../events.ts';
import type { Message } from '../inbox/index.ts';
import { addCounts } from './store.ts';

const selectOne = prepareQuery((db) => db.selectFrom('chat_templates').select('seq').limit(1));

/** Counts what becomes of the messages that are templates. */
export const countSends: Subscriber = {
  name: 'template counters',
  isIdle: (db) => selectOne(db).first() === undefined,
  async handle(events, { db, platform }) {
    const log = driverLogOf(platform.provided);
    for (const event of events) {
      if (!messageSent.is(event) && !messageStatus.is(event)) continue;
      const { id, template } = event.data;
      if (!template) continue;
      const channelId = log.findChannelId(db, event.workspaceId, id);
      if (channelId === null) continue;
      const { name, language } = template as { name: string; language: string };
      const sent = { workspaceId: event.workspaceId, channelId, name, language };
      await addCounts(db, sent, toCounts(event));
    }
  },
};

/** A receipt may be skipped: what was read has been delivered. */
function toCounts(event: EventRecord<Message>): { sent: number; delivered: number; read: number } {
  const { type, data, previous } = event;
  if (type === messageSent.kind) return { sent: 1, delivered: 0, read: 0 };
  const read = data.status === 'READ';
  const arrives = read || data.status === 'DELIVERED';
  return { sent: 0, delivered: arrives && previous?.status !== 'DELIVERED' ? 1 : 0, read: read ? 1 : 0 };
}
