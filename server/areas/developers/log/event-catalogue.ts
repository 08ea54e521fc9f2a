import type { z } from 'zod';
import { events } from '../../events.ts';
import { toPayload } from '../deliveries/queue-deliveries.ts';
import type { CatalogueEntry } from '../schemas.ts';

/** Every event kind with an example, as a webhook of this workspace would receive it. */
export const eventCatalogue = (workspaceId: string): z.infer<typeof CatalogueEntry>[] =>
  events.map(({ kind, group, description, example: { source, data, previous = null } }, index) => {
    const id = `evt_01kbmz7w5000000000000000${String(index).padStart(2, '0')}`;
    const event = { id, type: kind, occurredAt: '2026-11-21T22:18:30.000Z', workspaceId, source, data, previous };
    return { type: kind, group, description, example: toPayload(event) };
  });
