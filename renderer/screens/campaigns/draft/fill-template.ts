import type { PhoneMessage } from '../../../components/phone/phone-preview.tsx';
import { mediaPath } from '../../../components/values/media-path.ts';
import { fill as fillVariables } from '../../library/templates/variables.ts';
import type { ChatTemplate } from '../queries.ts';
import { headerKindOf } from './header-file-field.tsx';

/** What is read of a component in the vendor's form. */
interface Component {
  type: string;
  text?: string;
  buttons?: { type: string; text?: string }[];
}

/** A template as the phone shows it, its variables filled; one without a value stays as it is. */
export function fillTemplate(
  { components }: ChatTemplate,
  values: Record<string, string>,
  file: { url: string; fileName: string } | null,
): PhoneMessage {
  const parts = components as unknown as Component[];
  const part = (type: string) => parts.find((one) => one.type === type);
  const fill = (text: string | undefined, keyOf: (name: string) => string) =>
    fillVariables(text ?? '', (name) => values[keyOf(name)]);
  const kind = headerKindOf({ components });
  return {
    header: fill(part('HEADER')?.text, (name) => (/^\d+$/.test(name) ? `header.${name}` : name)),
    media: kind && { kind, url: file && mediaPath(file.url), fileName: file?.fileName ?? null },
    body: fill(part('BODY')?.text, (name) => name),
    footer: part('FOOTER')?.text ?? '',
    buttons: (part('BUTTONS')?.buttons ?? []).map(({ type, text }) => ({ type, text: text ?? '' })),
  };
}
