import { rejectionReasons } from '../../../server/areas/channels/index.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { describeConformance, type Harness, type OpenedChannel } from './conformance.ts';

/** Controls the simulated phones through their operations. */
function driveSimulator(shop: TestApp, channelId: string): OpenedChannel {
  const { api } = shop;
  const base = `/api/simulator/channels/${channelId}`;
  const messagesOf = async (phone: string) =>
    (await api.get(`${base}/messages?limit=100&phone=${encodeURIComponent(phone)}`)).body.data.toReversed();
  const faults = (order: object) => api.put(`${base}/faults`, order);
  return {
    shop,
    channelId,
    async customerSays(from, { file, ...what }) {
      const uploaded = file && (await api.upload(`${base}/media`, file.bytes, file.name));
      const media = uploaded ? { mediaId: uploaded.body.mediaId } : {};
      const said = await api.post(`${base}/messages`, { from, ...what, ...media });
      if (said.status !== 201) throw new Error(`The customer could not write: ${JSON.stringify(said.body)}`);
      return said.body.providerMessageId;
    },
    customerReacts: (from, providerMessageId, emoji) =>
      api.post(`${base}/reactions`, { from, providerMessageId, emoji }),
    readAll: (from) => api.post(`${base}/read`, { from }),
    async phoneShows(phone) {
      const sent = (await messagesOf(phone)).filter((entry: { fromCustomer: boolean }) => !entry.fromCustomer);
      return Promise.all(
        sent.map(async (entry: { mediaUrl: string | null }) => ({
          ...entry,
          bytes: entry.mediaUrl && Buffer.from(await (await fetch(new URL(entry.mediaUrl, api.url))).arrayBuffer()),
        })),
      );
    },
    async reactionOn(phone, providerMessageId) {
      const shown = await messagesOf(phone);
      return shown.find((entry: OpenedMessage) => entry.providerMessageId === providerMessageId)?.reaction ?? null;
    },
    failNext: (reason) => faults({ reject: { reason } }),
    loseNextAnswer: () => faults({ loseAnswers: 1 }),
    duplicate: () => faults({ duplicate: true }),
    reorder: () => faults({ reorder: true }),
    dropConnection: () => faults({ dropped: true }),
    restoreConnection: () => faults({}),
    async restart() {
      await shop.settle();
      await shop.app.stop();
      return driveSimulator(await startApp({ home: shop.home }), channelId);
    },
  };
}

interface OpenedMessage {
  providerMessageId: string;
  reaction: string | null;
}

const simulatorAs = (provider: Harness['declares']['provider']): Harness => ({
  declares: { provider, refusals: [...rejectionReasons, '131999'] },
  async open() {
    const shop = await startApp();
    const { id } = await pairChannel(shop, provider);
    for (const phone of [maria, joao]) {
      await shop.api.put(`/api/simulator/channels/${id}/phones/${phone}`, { online: true });
    }
    return driveSimulator(shop, id);
  },
});

describeConformance('the simulator as QR provider', simulatorAs('<QR_PROVIDER>'));
describeConformance('the simulator as cloud', simulatorAs('CLOUD_API'));
