import { expect, test } from 'vitest';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { makePdf } from '../../support/files/samples.ts';
import { eventually, openWorkspace } from '../../support/server/app.ts';
import { bind, install, jobsOf } from '../../support/shop/integrations.ts';
import { pairChannel, type SimulatedChannel } from '../../support/shop/shop.ts';
import { maria, openFlows, say } from '../flows/support.ts';

/** A customer's document, as the simulator takes it. */
async function document(
  api: { upload: (...of: [string, Buffer, string]) => Promise<{ body: { mediaId: string } }> },
  { id }: SimulatedChannel,
) {
  const { body } = await api.upload(`/api/simulator/channels/${id}/media`, makePdf(), 'receita.pdf');
  return { type: 'DOCUMENT', mediaId: body.mediaId };
}

test('a rule that uses the file of a message runs once, when the file is there', async () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const shop = await openWorkspace();
  const endpoint = await startRestEndpoint(secret);
  const installation = await install(shop.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const fields = { file: '{{data.mediaUrl}}', text: '{{data.content}}' };
  const binding = await bind(shop.api, installation.id, 'message.received', 'send_event', { fields });
  const channel = await pairChannel(shop);
  await channel.customerSays(maria, 'Minha receita', await document(shop.api, channel));
  await channel.customerSays(maria, 'Viu?');
  await shop.settle();
  await eventually(async () => endpoint.calls.length === 2);
  expect(endpoint.calls.map(({ body }) => body)).toEqual([
    { file: expect.stringContaining('/media/'), text: 'Minha receita' },
    { file: '', text: 'Viu?' },
  ]);
  const kinds = (await jobsOf(shop.api, binding.id)).map(({ eventName }: { eventName: string }) => eventName);
  expect(kinds).toEqual(['message.received', 'message.received']);
});

test('a flow that uses the file of a message starts once, when the file is there', async () => {
  const { api, channel, launch, says, heard, rest } = await openFlows();
  await launch([say('a', 'Recebi {{event.media_fileName}}')], { type: 'event', event: 'message.received' });
  await says('Olá', maria, await document(api, channel));
  await rest();
  expect(await heard()).toEqual(['Recebi receita.pdf']);
});

test('an agent replies once to a message whose file comes later', async () => {
  const { api, channel, says, heard, pass } = await openFlows({
    published: true,
    agent: { behavior: { debounceMs: 3_000 } },
  });
  await says('Olá', maria, await document(api, channel));
  await pass(60_000);
  await pass(60_000);
  expect(await heard()).toHaveLength(1);
});
