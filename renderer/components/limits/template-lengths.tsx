import { useTranslation } from 'react-i18next';
import type { Result } from '../../api/operations.ts';
import { isTooLong, LengthNote } from './length-note.tsx';
import { type Limits, limitsOf, useLimits } from './use-limits.ts';

type ChatTemplate = Result<'listChatTemplates'>['data'][number];

/** The fields of a vendor's component that are read here. */
interface Component {
  type: string;
  format?: string;
  text?: string;
  buttons?: { type: string; url?: string }[];
}

/** A part of a filled template with the most that its channel accepts. */
interface Measured {
  part: 'header' | 'text' | 'url' | 'code';
  length: number;
  limit: number;
}

/** Vendors take a value on one line. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Measures a template with its values. A local template is sent as one text or caption. */
function measure({ components, category, local }: ChatTemplate, values: Record<string, string>, limits: Limits) {
  const parts = components as unknown as Component[];
  const part = (type: string) => parts.find((one) => one.type === type);
  const given = (key: string) => onOneLine(values[key] ?? '');
  const fill = (text = '', prefix = '') =>
    text.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => given((/^\s*\d/.test(name) ? prefix : '') + name.trim()));
  const header = fill(part('HEADER')?.text, 'header.');
  const body = fill(part('BODY')?.text);
  if (local) {
    const whole = [header, body, part('FOOTER')?.text ?? ''].filter(Boolean).join('\n\n');
    const own = limitsOf(limits, '<QR_PROVIDER>');
    const isCaption = !['TEXT', undefined].includes(part('HEADER')?.format);
    return own ? [{ part: 'text', length: whole.length, limit: isCaption ? own.caption : own.text } as const] : [];
  }
  const { template: most } = limits;
  const code = category === 'AUTHENTICATION' ? given('1') : '';
  const ofButtons = (part('BUTTONS')?.buttons ?? []).map(({ type, url = '' }, index): Measured => {
    const value = given(`button.${index + 1}`);
    if (type === 'COPY_CODE') return { part: 'code', length: value.length, limit: most.code };
    return { part: 'url', length: url.replace(/\{\{[^{}]*\}\}/g, () => value).length, limit: most.url };
  });
  return [
    { part: 'header', length: header.length, limit: most.header },
    { part: 'text', length: body.length, limit: most.body },
    { part: 'code', length: code.length, limit: most.code },
    ...ofButtons,
  ] satisfies Measured[];
}

/** Measures a template with its values by key; nothing before the limits are read. */
export function useTemplateLengths(template: ChatTemplate | null | undefined, values: Record<string, string>) {
  const limits = useLimits();
  const measured: Measured[] = template && limits ? measure(template, values, limits) : [];
  return { measured, isTooLong: measured.some(({ length, limit }) => isTooLong(length, limit)) };
}

/** The parts of a filled template that are near their limit or over it. */
export function TemplateLengths({ measured }: { measured: Measured[] }) {
  const { t } = useTranslation();
  return measured.map(({ part, length, limit }, index) => (
    <LengthNote key={index} what={t(`limits.${part}`)} length={length} limit={limit} />
  ));
}
