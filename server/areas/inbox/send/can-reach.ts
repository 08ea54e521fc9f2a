import type { Db } from '../../../platform/database/database.ts';
import { type ChannelProvider, qrProvider, type TemplateCategory } from '../../channels/index.ts';
import { type AddressKind, type ContactRow, findReplyAddress } from '../../people/index.ts';

/** The ids by which a channel reaches a contact who hides the number. */
export const idKindOf = (provider: ChannelProvider): AddressKind => (provider === qrProvider ? 'lid' : 'bsuid');

/**
 * Returns true if a channel can deliver a template to a contact. A contact who hides the number is reached by the id
 * under which the channel knows her; the vendor refuses templates of category AUTHENTICATION for ids (its error
 * 131062).
 */
export function canReach(
  db: Db,
  contact: Pick<ContactRow, 'id' | 'phone'>,
  { provider }: { provider: ChannelProvider },
  template: { category: TemplateCategory },
): boolean {
  if (contact.phone !== null) return true;
  if (template.category === 'AUTHENTICATION' && provider !== qrProvider) return false;
  const idKind = idKindOf(provider);
  return findReplyAddress(db, contact, idKind)?.kind === idKind;
}
