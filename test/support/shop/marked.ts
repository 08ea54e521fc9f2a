import { alternatives, bodySchema, describedAt, type Schema } from '../contract/contract.ts';

/** A word that an assistant writes to every text field, and that no customer may read. */
export const marker = 'Zqxmarca';
const markedEmail = 'zqxmarca@example.com';

/** True if a text contains the marker, regardless of case. */
export const hasMarker = (text: string): boolean => text.toLowerCase().includes(marker.toLowerCase());

/** Returns a request body for a route, with the marker in each text that `given` does not set. */
export function markedBody(route: string, given: Record<string, unknown>): Record<string, unknown> {
  const schema = bodySchema(describedAt(route));
  const marked = Object.entries(schema?.properties ?? {}).map(([name, field]) => [name, markedValue(name, field)]);
  return { ...Object.fromEntries(marked.filter(([, value]) => value !== undefined)), ...given };
}

/** Returns the marker in a form that the field accepts; undefined for fields without free text. */
function markedValue(name: string, schema: Schema): unknown {
  const options = alternatives(schema).filter(({ type }) => type !== 'null');
  const [option] = options.filter((one) => !one.enum && one.const === undefined);
  if (!option) return undefined;
  if (option.type === 'string') return isFree(name, option) ? markedText(name, options) : undefined;
  if (option.type === 'array') {
    const item = markedValue(name, option.items ?? {});
    return item === undefined ? undefined : [item];
  }
  if (option.type !== 'object') return undefined;
  if (!option.properties) return { [marker]: marker };
  const inner = Object.entries(option.properties).map(([key, field]) => [key, markedValue(key, field)]);
  return Object.fromEntries(inner.filter(([, value]) => value !== undefined));
}

const isFree = (name: string, { format }: Schema): boolean =>
  format !== 'date-time' && format !== 'date' && !/(^i|I)d$|phone|Phone|color|Time$/.test(name);

const markedText = (name: string, options: Schema[]): string =>
  /email/i.test(name) || options.some(({ format }) => format === 'email') ? markedEmail : marker;
