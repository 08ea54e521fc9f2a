/** How people of a country group its numbers, for the countries in whose languages the console speaks. */
const groupings: [RegExp, string][] = [
  [/^\+55(\d\d)(\d{4,5})(\d{4})$/, '+55 $1 $2-$3'],
  [/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2-$3'],
  [/^\+52(55|56|33|81)(\d{4})(\d{4})$/, '+52 $1 $2 $3'],
  [/^\+52(\d{3})(\d{3})(\d{4})$/, '+52 $1 $2 $3'],
  [/^\+54(9?)(11)(\d{4})(\d{4})$/, '+54 $1 $2 $3-$4'],
  [/^\+54(9?)(\d{3})(\d{3})(\d{4})$/, '+54 $1 $2 $3-$4'],
  [/^\+56(\d)(\d{4})(\d{4})$/, '+56 $1 $2 $3'],
  [/^\+57(\d{3})(\d{3})(\d{4})$/, '+57 $1 $2 $3'],
  [/^\+51(\d{3})(\d{3})(\d{3})$/, '+51 $1 $2 $3'],
  [/^\+351(\d{3})(\d{3})(\d{3})$/, '+351 $1 $2 $3'],
  [/^\+34(\d{3})(\d{3})(\d{3})$/, '+34 $1 $2 $3'],
];

/** Groups the digits of a number (E.164) as its country does; returns those of other countries as they are. */
export function formatPhone(phone: string): string {
  const [pattern, grouped] = groupings.find(([known]) => known.test(phone)) ?? [];
  return pattern && grouped ? phone.replace(pattern, grouped).replace('  ', ' ') : phone;
}

/** A number as it is shown; empty while the vendor hides it. */
export const showPhone = (phone: string | null): string => (phone === null ? '' : formatPhone(phone));
