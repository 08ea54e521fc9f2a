import { formatPhone } from '../../components/values/phone.ts';

/** A number, or a dash for a customer who hides it. */
export const showNumber = (phone: string | null): string => (phone === null ? '–' : formatPhone(phone));
