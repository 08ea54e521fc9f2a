import { canonicalPhone } from '../../../platform/text/phones.ts';
import type { Enclosed, SharedCard } from '../../channels/index.ts';

type Cards = NonNullable<Enclosed['cards']>;

const longestCard = 65_536;
/** `item1.TEL;type=CELL;waid=5511977776666:+55 11 97777-6666` */
const propertyLine = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/;

interface Property {
  name: string;
  parameters: string;
  value: string;
}

/** Reads the people of a vCard, with all their numbers and mail addresses. `named` is used for one without a name. */
export function readVcard(vcard: string, named: string): Cards {
  const people = vcard
    .slice(0, longestCard)
    .split(/^END:VCARD\s*$/im)
    .map(readProperties);
  return people.filter(({ length }) => length > 0).flatMap((properties) => readOne(properties, named));
}

function readOne(properties: Property[], named: string): Cards {
  const valuesOf = (wanted: string) => properties.flatMap(({ name, value }) => (name === wanted && value ? value : []));
  const [structured = ''] = valuesOf('N');
  const [last = '', first = ''] = structured.split(';');
  const name = valuesOf('FN')[0] ?? ([first, last].filter(Boolean).join(' ') || named || valuesOf('ORG')[0]) ?? '';
  const phones = properties.flatMap((property) => (property.name === 'TEL' ? (phoneOf(property) ?? []) : []));
  const emails = valuesOf('EMAIL');
  return name === '' && phones.length + emails.length === 0 ? [] : [{ name, phones: [...new Set(phones)], emails }];
}

/** The number as it is written, or the one by which the app knows the person. */
function phoneOf({ value, parameters }: Property): string | undefined {
  const known = knownNumber(parameters);
  return value.replace(/^tel:/i, '').trim() || (known && `+${known}`);
}

const knownNumber = (parameters: string): string | undefined => /;waid=\s*(\d{6,20})/i.exec(parameters)?.[1];

/** Returns the number of a vCard that names exactly one, which may be the sender's own; null for any other. */
export function readSharedCard(vcard: string, named: string | null | undefined): SharedCard | null {
  const properties = readProperties(vcard.slice(0, longestCard));
  const numbers = properties.flatMap((property) => {
    if (property.name !== 'TEL') return [];
    const known = knownNumber(property.parameters);
    return known ?? (property.value.startsWith('+') ? property.value.replaceAll(/\D/g, '') : []);
  });
  const [number, ...others] = new Set(numbers.map((one) => canonicalPhone(`+${one}`)));
  if (number === undefined || others.length > 0) return null;
  const name = properties.find((property) => property.name === 'FN')?.value ?? named ?? null;
  return { addresses: [{ kind: 'phone', value: `+${numbers[0]}` }], name, isOwn: null };
}

function readProperties(text: string): Property[] {
  // A line continues the line before if it begins with a blank or, in quoted-printable, if the line before ends with `=`.
  const lines = text
    .replaceAll(/\r?\n[ \t]/g, '')
    .replaceAll(/=\r?\n(?=[\w=])/g, '')
    .split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, name = '', parameters = '', raw = ''] = propertyLine.exec(line) ?? [];
    if (name === '') return [];
    const value = /quoted-printable/i.test(parameters) ? decodeQuoted(raw) : raw;
    return { name: name.toUpperCase(), parameters, value: withoutEscapes(value).trim() };
  });
}

const withoutEscapes = (value: string): string =>
  value.replaceAll(/\\([\\,;nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter));

const decodeQuoted = (value: string): string =>
  Buffer.from(
    value.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
