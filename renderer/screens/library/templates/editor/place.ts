import { namesIn } from '../variables.ts';
import { type Draft, toBody } from './draft.ts';

const buttonFields: Record<string, string> = { phone_number: 'phone', example: 'sample' };

/** The field of the form at which a finding is shown; the body for what concerns the whole. */
export function placeOf(path: string, draft: Draft): string {
  const [, index, rest = ''] = /^components\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (index === undefined) return ['name', 'category', 'language'].includes(path) ? path : 'body';
  const isExample = rest.startsWith('example');
  switch (toBody(draft).components[Number(index)]?.type) {
    case 'HEADER':
      if (draft.format !== 'TEXT') return 'headerFile';
      return isExample ? 'headerSample' : 'header';
    case 'FOOTER':
      return 'footer';
    case 'BUTTONS': {
      const [, at, field = 'text'] = /^buttons\[(\d+)\]\.?(\w+)?/.exec(rest) ?? [];
      return at === undefined ? 'buttons' : `buttons.${at}.${buttonFields[field] ?? field}`;
    }
    default:
      return isExample ? sampleAt(rest, draft) : 'body';
  }
}

/** The sample that a path leads to, such as `example.body_text[0][1]`; the first for all of them. */
function sampleAt(path: string, { body }: Draft): string {
  const names = namesIn(body);
  const at = /body_text\[0\]\[(\d+)\]/.exec(path)?.[1] ?? /params\[(\d+)\]/.exec(path)?.[1] ?? 0;
  const name = names[Number(at)] ?? names[0];
  return name === undefined ? 'body' : `samples.${name}`;
}
