import type { RejectionReason } from '../../../server/areas/channels/index.ts';
import type { GraphServer } from '../../doubles/graph-server/graph-server.ts';
import type { SentMessage } from '../../doubles/graph-server/graph-server-messages.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { describeConformance, type OpenedChannel, type ShownMessage } from '../channels/conformance.ts';
import { openCloudShop } from './support.ts';

/** The vendor's code behind each rejection. */
const codes: Partial<Record<RejectionReason, number>> = {
  window_closed: 131047,
  not_on_app: 131026,
  rate_limited: 130429,
  restricted: 131031,
  credentials: 190,
  unreachable: 131030,
  opted_out: 131050,
  withheld: 131049,
  blocked_policy: 130497,
  not_now: 131056,
  values_invalid: 132018,
  template_unusable: 132001,
  media_invalid: 131053,
  unsupported: 131051,
  temporary: 131016,
  '131999': 131_999,
};

const contentTypes = { AUDIO: 'audio/ogg', IMAGE: 'image/jpeg', VIDEO: 'video/mp4', DOCUMENT: 'application/pdf' };

function drive(shop: TestApp, graph: GraphServer, channelId: string): OpenedChannel {
  const show = ({ id, body }: SentMessage): ShownMessage => {
    const shown = { providerMessageId: id, type: body.type.toUpperCase(), replyTo: body.context?.message_id ?? null };
    if (body.type === 'text') return { ...shown, content: body.text.body, bytes: null };
    if (body.type === 'location') {
      return { ...shown, content: `geo:${body.location.latitude},${body.location.longitude}`, bytes: null };
    }
    if (body.type === 'template' || body.type === 'reaction') return { ...shown, content: null, bytes: null };
    const media = (body as unknown as Record<string, { id: string; caption?: string }>)[body.type];
    return { ...shown, content: media?.caption ?? null, bytes: graph.media.bytesOf(media?.id ?? '') };
  };
  return {
    shop,
    channelId,
    async customerSays(phone, { type = 'TEXT', content, file, replyTo, name }) {
      const from = { phone, ...(name && { name }) };
      const more = replyTo ? { context: { from: phone.slice(1), id: replyTo } } : {};
      if (type === 'TEXT') return graph.messages.customerSends(from, 'text', { body: content }, more);
      if (type === 'LOCATION') {
        const [latitude, longitude] = (content ?? '').slice('geo:'.length).split(',').map(Number);
        return graph.messages.customerSends(from, 'location', { latitude, longitude }, more);
      }
      const mime = contentTypes[type];
      const id = graph.media.put(file?.bytes ?? Buffer.alloc(0), mime);
      const media = { id, mime_type: mime, caption: content, filename: type === 'DOCUMENT' ? file?.name : undefined };
      return graph.messages.customerSends(from, type.toLowerCase(), media, more);
    },
    customerReacts: async (phone, message_id, emoji) =>
      graph.messages.customerSends({ phone }, 'reaction', { message_id, ...(emoji && { emoji }) }),
    readAll: async (phone) => {
      await graph.webhooks.idle();
      graph.messages.customerReads(phone);
    },
    phoneShows: async (phone) =>
      graph.messages.sent
        .filter(({ to, body, status }) => to === phone.slice(1) && body.type !== 'reaction' && status !== 'failed')
        .map(show),
    reactionOn: async (_phone, providerMessageId) => graph.messages.reactions.get(providerMessageId) ?? null,
    reviewTemplate: async (name) => graph.management.review(name, 'APPROVED'),
    failNext: async (reason) => graph.failNext.push({ code: codes[reason] as number }),
    loseNextAnswer: async () => {
      graph.loseAnswers = 1;
    },
    duplicate: async () => {
      graph.webhooks.duplicate = true;
    },
    reorder: async () => {
      graph.webhooks.reorder = true;
    },
    dropConnection: () => graph.drop(),
    restoreConnection: () => graph.listen(),
    async restart() {
      await shop.settle();
      await shop.app.stop();
      const again = await startApp({ home: shop.home, env: graph.env });
      graph.webhooks.target = `${again.api.url}/webhooks/cloud/${channelId}`;
      return drive(again, graph, channelId);
    },
  };
}

describeConformance('the cloud API', {
  declares: { provider: 'CLOUD_API', refusals: Object.keys(codes) as RejectionReason[] },
  async open() {
    const { shop, graph, channelId } = await openCloudShop();
    return drive(shop, graph, channelId);
  },
});
