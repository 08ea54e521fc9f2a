import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { Subscriber } from '../../platform/work/dispatcher.ts';
import { driverLogOf } from '../channels/index.ts';
import { messageSent, messageStatus } from '../events.ts';
import { addCounts } from './store.ts';

const selectOne = prepareQuery((db) => db.selectFrom('chat_templates').select('seq').limit(1));

/** Counts sends, deliveries and reads of template messages. */
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
      const isSent = event.type === messageSent.kind;
      const receipt = countReceipt(event.data.status, event.previous?.status);
      await addCounts(db, sent, isSent ? { sent: 1, delivered: 0, read: 0 } : receipt);
    }
  },
};

/** The receipt of a delivery may be missing: a message that was read has been delivered. */
function countReceipt(status: string, previous: unknown) {
  const isRead = status === 'READ';
  const arrives = (isRead || status === 'DELIVERED') && previous !== 'DELIVERED';
  return { sent: 0, delivered: arrives ? 1 : 0, read: isRead ? 1 : 0 };
}
