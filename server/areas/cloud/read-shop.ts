import { findWorkspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import { currencyOf } from '../../platform/text/money.ts';
import { findChannel } from '../channels/index.ts';
import type { Shop } from './catalogs.ts';

/** The shop's fields of every product: the currency of its country, and its chat as the product's page. */
export async function readShop(platform: Platform, from: { id: string; workspaceId: string }): Promise<Shop> {
  const db = platform.database.read;
  const workspace = await findWorkspace(db, from.workspaceId);
  const channel = await findChannel(db, from.workspaceId, from.id);
  return {
    currency: currencyOf(workspace?.country ?? '') ?? 'USD',
    link: `https://wa.me/${channel?.phone_number?.slice(1) ?? ''}`,
  };
}
