import { z } from 'zod';
import type { EventKind } from '../../../server/areas/events.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import { defineLogEntry } from '../../../server/platform/work/define-event.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import type { Client, TestApp } from '../server/app.ts';
import { eventually } from '../server/app.ts';

/** Creates a webhook endpoint and returns it with its secret. */
export async function subscribe(api: Client, url: string, events: EventKind[] = ['lead.captured']) {
  const { status, body } = await api.post('/api/developers/webhooks', { url, events });
  if (status !== 201) throw new Error(`No endpoint: ${JSON.stringify(body)}`);
  return body;
}

/** Emits an event of any area. */
export async function emit(
  { app, workspace }: { app: { platform: Platform }; workspace: { id: string } },
  kind: EventKind = 'lead.captured',
  data: object = { name: 'Ana' },
  previous?: object,
): Promise<void> {
  await app.platform.workFor(workspace.id, systemActor, (work) =>
    work.emit(defineLogEntry(kind, z.looseObject({})), { ...data }, previous),
  );
}

/** Resolves with the newest delivery, in full, once it has a status and number of attempts. */
export async function newestDelivery({ api }: Pick<TestApp, 'api'>, status: string, attempts?: number) {
  return eventually(async () => {
    const { body } = await api.get('/api/developers/deliveries?limit=1');
    const newest = body.data[0];
    if (newest?.status !== status || (attempts !== undefined && newest.attemptCount !== attempts)) return null;
    return (await api.get(`/api/developers/deliveries/${newest.id}`)).body;
  });
}
