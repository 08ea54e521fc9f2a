/** Formats a Brazilian number nationally; returns any other as stored. */
export function formatPhone(phone: string): string {
  const [, area, first, last] = /^\+55(\d\d)(\d{4,5})(\d{4})$/.exec(phone) ?? [];
  return area ? `+55 ${area} ${first}-${last}` : phone;
}
