/** A customer as the vendor names them; what it hides is absent. */
export interface GraphCustomer {
  /** E.164. */
  phone?: string;
  /** The digits by which the vendor spells the number, if it spells it in another way. */
  waId?: string;
  /** The id in the shop's portfolio. */
  userId?: string;
  /** The id in all portfolios of the shop's company. */
  parentId?: string;
  username?: string;
  name?: string;
}

/** A number as the vendor spells it; undefined while it is hidden. */
export const toDigits = (phone: string | undefined): string | undefined => phone?.replace('+', '');

const digitsOf = ({ phone, waId }: GraphCustomer): string | undefined => waId ?? toDigits(phone);

/** The entry of a customer in a webhook's `contacts`. */
export const contactOf = (customer: GraphCustomer) => ({
  profile: { name: customer.name, username: customer.username },
  wa_id: digitsOf(customer),
  user_id: customer.userId,
  parent_user_id: customer.parentId,
});

/** The fields by which a message names the customer who wrote it. */
export const senderOf = (customer: GraphCustomer) => ({
  from: digitsOf(customer),
  from_user_id: customer.userId,
  from_parent_user_id: customer.parentId,
});

/** The fields by which an echo names the customer whom the owner wrote to. */
export const recipientOf = (customer: GraphCustomer) => ({
  to: digitsOf(customer),
  to_user_id: customer.userId,
  to_parent_user_id: customer.parentId,
});
