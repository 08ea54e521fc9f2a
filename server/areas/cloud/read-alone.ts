import { z } from 'zod';
import { GraphFault } from './graph-errors.ts';
import type { WebhookContents } from './read-webhook.ts';

const Alone = z.object({
  metadata: z.object({ phone_number_id: z.string() }).optional().catch(undefined),
  errors: z.array(z.unknown()),
});

/** Reads errors that belong to no message. They come alone or along with messages. */
export function readAlone(value: unknown, wabaId: string, contents: WebhookContents): void {
  const parsed = Alone.safeParse(value);
  if (!parsed.success) return;
  for (const raw of parsed.data.errors) {
    const fault = GraphFault.safeParse(raw);
    const phoneNumberId = parsed.data.metadata?.phone_number_id ?? null;
    if (fault.success) contents.errors.push({ wabaId, phoneNumberId, fault: fault.data });
    else contents.faults.push('error');
  }
}
