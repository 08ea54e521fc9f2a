import type { Story } from '../story.ts';

/** The phone at the counter is paired, and Aurora answers on it. */
export async function recordChannels(story: Story): Promise<void> {
  const { show, call, cast } = story;
  const { id } = await show('POST /api/channels', { body: { name: 'Counter phone', provider: '<QR_PROVIDER>' } });
  cast.channel = id;
  const path = { id };
  const { qr } = await show('GET /api/channels/{id}/qr', { path });
  await show('POST /api/simulator/channels/{id}/scan', { path, body: { qr } });
  await show('PATCH /api/channels/{id}', { path, body: { name: 'Aurora Bakery' } });
  await show('PUT /api/channels/{id}/ai-agent', { path, body: { aiAgentId: cast.agent } });
  await show('GET /api/channels/{id}', { path });
  await show('GET /api/channels', { query: { search: 'Aurora' } });
  await show('GET /api/channels/{id}/health', { path });
  await recordOldPhone(story);
  await recordVan(story);
  await recordCloud(story);
  await recordAccount(story);
  const { data } = await call('GET /api/channels', { query: { includeDeactivated: true } });
  const numbers = data.flatMap(({ phoneNumber }: { phoneNumber: string | null }) => phoneNumber ?? []);
  // The phones of the simulator have numbers at random.
  for (const [index, number] of numbers.entries()) story.rename(number, `+55113062010${index}`);
}

/** The old phone is given up. */
async function recordOldPhone({ show, call, cast }: Story): Promise<void> {
  const { id } = await call('POST /api/channels', { body: { name: 'Old phone', provider: '<QR_PROVIDER>' } });
  const path = { id };
  const { qr } = await call('GET /api/channels/{id}/qr', { path });
  await call('POST /api/simulator/channels/{id}/scan', { path, body: { qr } });
  await call('PUT /api/channels/{id}/ai-agent', { path, body: { aiAgentId: cast.agent } });
  await show('DELETE /api/channels/{id}/ai-agent', { path });
  await show('POST /api/simulator/channels/{id}/unlink', { path });
  await show('POST /api/channels/{id}/deactivate', { path });
  await show('POST /api/channels/{id}/reactivate', { path });
  await call('POST /api/channels/{id}/deactivate', { path });
}

/** The phone in the delivery van is a real one, and is logged out again. */
async function recordVan({ show, call, chat, until }: Story): Promise<void> {
  const { id } = await call('POST /api/channels', { body: { name: 'Delivery van', provider: '<QR_PROVIDER>' } });
  const path = { id };
  await show('PUT /api/channels/{id}/driver', { path, body: { driver: 'live' } });
  chat.scan((await until(async () => (await call('GET /api/channels/{id}/qr', { path })).qr)) as string);
  await until(async () => (await call('GET /api/channels/{id}', { path })).status === 'CONNECTED');
  await show('POST /api/channels/{id}/logout', { path });
}

/** A second number speaks through the vendor's cloud. */
async function recordCloud({ show, call, cast }: Story): Promise<void> {
  const { id } = await call('POST /api/channels', { body: { name: 'Aurora offers', provider: 'CLOUD_API' } });
  cast.cloud = id;
  await show('GET /api/channels/{id}/business-verification', { path: { id } });
}

/** A number that is bound to an account of the vendor. */
async function recordAccount({ show, call, cast, graph }: Story): Promise<void> {
  const { id } = await call('POST /api/channels', { body: { name: 'Aurora Centro', provider: 'CLOUD_API' } });
  cast.account = id;
  const path = { id };
  await show('PUT /api/channels/{id}/credentials', { path, body: graph.account });
  await show('GET /api/channels/{id}/credentials', { path });
}
