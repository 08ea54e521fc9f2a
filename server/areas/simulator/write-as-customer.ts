import type { StoredFile } from '../../platform/files/files.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { unknownReference } from '../../platform/problem.ts';
import type { CustomerMessage } from './schemas.ts';
import type { SimulatorConnection } from './simulator-connection.ts';
import { findSimulatorMessage, insertSimulatorMessage, rewriteMessage, setOnline } from './store.ts';

const personOf = (phone: string, name?: string) => ({
  addresses: [{ kind: 'phone' as const, value: phone }],
  name: name ?? null,
});

/** Shows a customer's message on the phone and reports it; returns its id at the simulated vendor. */
export async function writeAsCustomer(
  platform: Platform,
  connection: SimulatorConnection,
  phone: string,
  body: CustomerMessage,
  file: StoredFile | null,
): Promise<string> {
  const { type, notice = null, enclosed = null } = body;
  const at = platform.clock.now().toISOString();
  const providerMessageId = `cust.${newId('m').slice(2)}`;
  const replyTo = body.replyTo ?? null;
  const content = notice ? null : (body.content ?? null);
  await platform.write(async ({ db }) => {
    await setOnline(db, connection.channelId, phone, true);
    const status = 'SENT' as const;
    const draft = { phone, content, at, status, type, from_customer: 1 as const, template: null };
    const ids = { channel_id: connection.channelId, provider_message_id: providerMessageId };
    await insertSimulatorMessage(db, { ...draft, ...ids, reply_to: replyTo, file_id: file?.id ?? null });
  });
  const media = file && { ref: file.id, contentType: file.contentType, fileName: file.fileName, fileId: file.id };
  const ids = { providerEventId: providerMessageId, providerMessageId };
  const contents = { type, content, notice, enclosed, media, replyTo };
  await connection.report([{ kind: 'message', ...ids, from: personOf(phone, body.name), ...contents, at }]);
  return providerMessageId;
}

/** Corrects a customer's message, or takes it back if there is no new content. Throws for a message of another customer. */
export async function correctAsCustomer(
  platform: Platform,
  connection: SimulatorConnection,
  phone: string,
  { corrects, content: words, name }: CustomerMessage & { corrects: string },
): Promise<void> {
  const content = words ?? null;
  const found = await findSimulatorMessage(platform.database.read, connection.channelId, corrects);
  if (found?.phone !== phone || found.from_customer !== 1) {
    throw unknownReference('body.corrects', 'No such message of this customer');
  }
  await platform.write(({ db }) => rewriteMessage(db, connection.channelId, corrects, content));
  const at = platform.clock.now().toISOString();
  const ids = { providerEventId: newId('e'), providerMessageId: corrects };
  const event = { ...ids, by: 'CONTACT' as const, person: personOf(phone, name), at };
  await connection.report([content === null ? { kind: 'deletion', ...event } : { kind: 'edit', ...event, content }]);
}
