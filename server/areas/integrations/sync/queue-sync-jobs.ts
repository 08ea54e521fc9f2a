import { newId } from '../../../platform/ids.ts';
import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import type { EventRecord } from '../../../platform/work/events.ts';
import { toPayload } from '../../developers/index.ts';
import { takesEvent } from '../../inbox/index.ts';
import { hasActiveBinding, listActiveBindings } from '../bindings/bindings.store.ts';
import { findConnector } from '../connectors/connectors.ts';
import { insertSyncJobs } from './jobs.store.ts';

/** Inserts one job per event and active binding of its kind. */
export const queueSyncJobs: Subscriber = {
  name: 'integrations',
  isIdle: (db) => !hasActiveBinding(db),
  reachesCustomers: true,
  async handle(received, { db, now, platform }) {
    const events = received.filter(({ isHeld }) => !isHeld);
    const bindings = await listActiveBindings(db, [...new Set(events.map((event) => event.workspaceId))]);
    const rows = events.flatMap((event) => {
      const interested = bindings.filter(
        (binding) =>
          binding.workspace_id === event.workspaceId &&
          takesEvent(event, { kind: binding.event_name, text: binding.config }) &&
          !isOwnEcho(event, binding),
      );
      if (interested.length === 0) return [];
      const resourceId = resourceOf(event);
      return interested.map((binding) => {
        platform.services.syncRunner.noteQueued(event.workspaceId, binding.installation_id);
        return {
          id: newId('sync'),
          workspace_id: event.workspaceId,
          installation_id: binding.installation_id,
          binding_id: binding.id,
          event_id: event.id,
          event_name: binding.event_name,
          action: binding.action,
          resource_id: resourceId,
          order_key: [binding.installation_id, binding.action, binding.target, resourceId].join('\n'),
          payload: JSON.stringify(toPayload({ ...event, type: binding.event_name })),
          ...{ status: 'PENDING' as const, attempts: 0, tries: 0, in_doubt: 0 as const },
          next_attempt_at: now,
          created_at: now,
          updated_at: now,
        };
      });
    });
    await insertSyncJobs(db, rows);
  },
};

/** Effects of internal bindings do not trigger internal bindings: two could trigger each other forever. */
const isOwnEcho = (event: EventRecord, { connector }: { connector: string }): boolean =>
  event.actorId?.startsWith('bind_') === true && findConnector(connector)?.isInternal === true;

/** The resource of an event: the conversation of a message, else the subject's id, else the workspace. */
function resourceOf(event: EventRecord): string {
  const { conversationId, id } = event.data;
  if (event.type.startsWith('message.') && typeof conversationId === 'string') return conversationId;
  return typeof id === 'string' ? id : event.workspaceId;
}
