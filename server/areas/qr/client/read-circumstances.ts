import type { proto } from 'baileys';
import type { Enclosed } from '../../channels/index.ts';
import { toAmount } from './read-values.ts';

type Context = proto.IContextInfo;

/** The context of whatever part of a message has one. */
export function contextOf(content: proto.IMessage): Context {
  const parts = Object.values(content) as ({ contextInfo?: Context | null } | null)[];
  return parts.find((part) => part?.contextInfo)?.contextInfo ?? {};
}

/** Returns the circumstances of a message: its ad, its product, whether it was forwarded or will disappear. */
export function readCircumstances(content: proto.IMessage, marks: NonNullable<Enclosed['marks']>): Enclosed {
  const context = contextOf(content);
  const isViewOnce = [content.imageMessage, content.videoMessage, content.audioMessage].some((part) => part?.viewOnce);
  const all = new Set([
    ...marks,
    ...(content.stickerMessage ? (['sticker'] as const) : []),
    ...(content.liveLocationMessage || content.locationMessage?.isLive ? (['live'] as const) : []),
    ...(isViewOnce ? (['viewOnce'] as const) : []),
    ...(context.expiration ? (['ephemeral'] as const) : []),
    ...(context.isForwarded || context.forwardingScore ? (['forwarded'] as const) : []),
  ]);
  const asked = context.quotedMessage?.productMessage?.product;
  const ad = readAd(context);
  return {
    ...(ad ? { ad } : {}),
    ...(asked ? { product: toProduct(asked) } : {}),
    ...(all.size > 0 ? { marks: [...all] } : {}),
  };
}

/** A product of the catalog, with the price that the customer sees. */
export const toProduct = (item: proto.Message.ProductMessage.IProductSnapshot): NonNullable<Enclosed['product']> => ({
  id: item.retailerId || item.productId || null,
  name: item.title || null,
  price: toAmount(item.salePriceAmount1000) || toAmount(item.priceAmount1000),
  currency: item.currencyCode || null,
});

/** The ad from which the customer came. Some clients only report that there was one. */
function readAd({ externalAdReply: ad, entryPointConversionSource: source }: Context): Enclosed['ad'] | null {
  const { title, body, sourceUrl, sourceId, ctwaClid } = ad ?? {};
  const isAd = title || body || sourceUrl || sourceId || ctwaClid || /ctwa|(?:^|_)ad(?:s|_|$)/.test(source ?? '');
  if (!isAd) return null;
  return {
    id: sourceId || null,
    headline: title || null,
    body: body || null,
    url: sourceUrl || null,
    clickId: ctwaClid || null,
  };
}
