/** A component in the vendor's form; components created elsewhere may have further fields. */
export interface Component {
  type: string;
  format?: string;
  text?: string;
  buttons?: { type: string; text?: string; url?: string }[];
}

/** A variable of a template that a send fills. */
export interface TemplateVariable {
  /** Its key in the API: `1`, `customer_name`, `header.1`, `button.2`. */
  key: string;
  /** The name between the braces; null for the code of a COPY_CODE button. */
  name: string | null;
  place: 'HEADER' | 'BODY' | 'BUTTON';
  /** The index of the button, from 0. */
  button: number | null;
}

const placeholder = /\{\{([^{}]*)\}\}/g;
const validName = /^([1-9]\d{0,2}|[a-z][a-z0-9_]{0,59})$/;
const isNumber = (name: string): boolean => /^\d+$/.test(name);

/** The distinct variables of a text: numbers in ascending order, names in order of appearance. */
export function namesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(placeholder)].map((match) => (match[1] as string).trim()))];
  return names.every(isNumber) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}

/** The faults of a text's variables, for people. */
export function variableFaults(text: string): string[] {
  const names = [...new Set([...text.matchAll(placeholder)].map((match) => match[1] as string))];
  const faults = names
    .filter((name) => !validName.test(name))
    .map((name) => `{{${name}}} is not a variable: use a number from 1, or lower case letters, digits and underscores`);
  if (/\{\{|\}\}/.test(text.replaceAll(placeholder, ''))) faults.push('A brace of a variable is missing');
  if (faults.length > 0) return faults;
  const numbers = names.filter(isNumber).map(Number);
  if (numbers.length > 0 && numbers.length < names.length) return ['Variables are numbered or named, not both'];
  const missing = numbers.map((_, index) => index + 1).filter((number) => !numbers.includes(number));
  return missing.length > 0 ? [`Variables are numbered from 1 without gaps: {{${missing[0]}}} is missing`] : [];
}

/** Every variable of a template in the order in which a list of values fills them: header, body, buttons. */
export function templateVariables(components: Component[]): TemplateVariable[] {
  const found = (place: 'HEADER' | 'BODY') => components.find((component) => component.type === place)?.text ?? '';
  const header = namesIn(found('HEADER')).map((name) => ({
    key: isNumber(name) ? `header.${name}` : name,
    name,
    place: 'HEADER' as const,
    button: null,
  }));
  const body = namesIn(found('BODY')).map((name) => ({ key: name, name, place: 'BODY' as const, button: null }));
  const buttons = components.find((component) => component.type === 'BUTTONS')?.buttons ?? [];
  const gaps = buttons.flatMap((button, index): TemplateVariable[] => {
    const key = `button.${index + 1}`;
    if (button.type === 'COPY_CODE') return [{ key, name: null, place: 'BUTTON', button: index }];
    return namesIn(button.type === 'URL' ? (button.url ?? '') : '').map((name) => ({
      key,
      name,
      place: 'BUTTON',
      button: index,
    }));
  });
  return [...header, ...body, ...gaps];
}

/** Fills the variables of a text; `valueFor` returns the value for a name between braces. */
export const fillText = (text: string, valueFor: (name: string) => string): string =>
  text.replaceAll(placeholder, (_match, name: string) => valueFor(name.trim()));
