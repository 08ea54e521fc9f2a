import type { ChatTemplateRow } from '../../templates/index.ts';
import { type FoundPerson, findPeople } from '../audience/find-people.ts';
import type { RecipientRow } from '../audience/recipients.store.ts';
import type { Mapping } from '../schemas.ts';
import { type Rendered, renderFor } from './render-recipient.ts';

/** A recipient with the message for her; null if she has opted out. */
interface RenderedRecipient {
  recipient: RecipientRow;
  rendered: Rendered | null;
}

/** Renders the messages of a part of an audience. Skipped rows, repeated persons and rows without a person are left out. */
export async function renderPart(
  place: Parameters<typeof findPeople>[0],
  template: ChatTemplateRow,
  mappings: Mapping[],
  part: RecipientRow[],
): Promise<RenderedRecipient[]> {
  const open = part.filter(
    ({ reason, contact_id: contactId, phone }) =>
      (reason === null || reason === 'opted_out') && (contactId ?? phone) !== null,
  );
  const named = open.map(({ contact_id: contactId, phone, name }) => ({ contactId, phone, name }));
  const found = await findPeople(place, named, new Set());
  return open.map((recipient, index) => {
    const { contact, skipped } = found[index] as FoundPerson;
    if (skipped === 'opted_out') return { recipient, rendered: null };
    const { phone: ofNobody, name } = recipient;
    const variables: Record<string, string> = JSON.parse(recipient.variables);
    const phone = contact ? contact.phone : ofNobody;
    return { recipient, rendered: renderFor(template, mappings, { phone, name, variables, contact }) };
  });
}
