import { prepareQuery } from '../../platform/database/prepared-query.ts';
import type { EventRecord } from '../../platform/work/events.ts';
import type { Subscriber } from '../../platform/work/outbox.ts';
import { addCounts } from './store.ts';

const selectOne = prepareQuery((db) => db.selectFrom('chat_templates').select('seq').limit(1));

/** Counts what becomes of the messages that are templates. */
export const countSends: Subscriber = {
  name: 'template counters',
  isIdle: (db) => selectOne(db).first() === undefined,
  async handle(events, { db }) {
    for (const event of events) {
      const sent = readTemplate(event);
      if (!sent) continue;
      const message = await db
        .selectFrom('messages')
        .select('channel_id')
        .where('id', '=', String(event.data.id))
        .executeTakeFirst();
      if (!message) continue;
      await addCounts(db, { workspaceId: event.workspaceId, channelId: message.channel_id, ...sent }, toCounts(event));
    }
  },
};

function readTemplate({ type, data }: EventRecord): { name: string; language: string } | null {
  if (type !== 'message.sent' && type !== 'message.status') return null;
  const template = data.template as { name: string; language: string } | null;
  return template && { name: template.name, language: template.language };
}

/** A receipt may be skipped: what was read has been delivered. */
function toCounts({ type, data, previous }: EventRecord): { sent: number; delivered: number; read: number } {
  if (type === 'message.sent') return { sent: 1, delivered: 0, read: 0 };
  const read = data.status === 'READ';
  const arrives = read || data.status === 'DELIVERED';
  return { sent: 0, delivered: arrives && previous?.status !== 'DELIVERED' ? 1 : 0, read: read ? 1 : 0 };
}
