import type { PhoneMessage } from '../../../../components/phone/phone-preview.tsx';
import { fill } from '../variables.ts';
import type { Draft } from './draft.ts';

/** The message with its samples, as a phone shows it. */
export function showDraft(draft: Draft): PhoneMessage {
  const { format, header, headerSample, previewUrl, fileName, body, samples, footer, buttons } = draft;
  return {
    header: format === 'TEXT' ? fill(header, () => headerSample) : '',
    media:
      format === 'NONE' || format === 'TEXT'
        ? null
        : { kind: format, url: previewUrl || null, fileName: fileName || null },
    body: fill(body, (name) => samples[name]),
    footer,
    buttons: buttons.map(({ type, text, sample }) => ({ type, text: type === 'COPY_CODE' ? sample : text })),
  };
}
