import type { Db } from '../../../platform/database/database.ts';
import { type ChannelRow, qrProvider } from '../../channels/index.ts';
import { type ContactRow, findReplyAddress } from '../../people/index.ts';
import type { ChatTemplateRow } from '../../templates/index.ts';

/**
 * Returns true if a channel can take a template to a contact. A contact who hides the number is reached by the id under
 * which the channel knows her; the vendor refuses templates of category AUTHENTICATION there (its error 131062).
 */
export function canReach(db: Db, contact: ContactRow, channel: ChannelRow, template: ChatTemplateRow): boolean {
  if (contact.phone !== null) return true;
  if (template.category === 'AUTHENTICATION' && channel.provider !== qrProvider) return false;
  const idKind = channel.provider === qrProvider ? 'lid' : 'bsuid';
  return findReplyAddress(db, contact, idKind)?.kind === idKind;
}
