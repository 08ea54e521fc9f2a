import { type Client, eventually } from '../server/app.ts';

/** Waits until a message is on its way to the vendor, which a kill then interrupts. */
export async function untilSending(api: Client): Promise<void> {
  await eventually(async () => {
    const { body } = await api.get('/api/conversations?limit=20');
    const talks: { data: { status: string }[] }[] = await Promise.all(
      body.data.map(
        async ({ id }: { id: string }) => (await api.get(`/api/conversations/${id}/messages?limit=5`)).body,
      ),
    );
    return talks.some(({ data }) => data.some(({ status }) => status === 'PENDING'));
  });
}
