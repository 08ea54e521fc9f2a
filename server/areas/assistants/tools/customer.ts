import { z } from 'zod';
import { invalid } from '../../../platform/problem.ts';

/** Fields of a tool's input that name a customer. */
export const customer = {
  customerPhone: z.string().max(40).optional().describe('Or customerId'),
  customerId: z.string().max(64).optional().describe('From find_customers, for one whose number is hidden'),
};

interface Named {
  customerPhone?: string | undefined;
  customerId?: string | undefined;
}

/** The fields of a body that name the customer. */
export const toCustomer = ({ customerPhone, customerId }: Named) => ({
  clientPhone: customerPhone,
  contactId: customerId,
});

/** Throws 400 unless the input names a customer. */
export function assertCustomer({ customerPhone, customerId }: Named): void {
  if ((customerPhone ?? customerId) === undefined)
    throw invalid('customerPhone', 'is missing, and so is the customerId of find_customers');
}
