import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../values/use-formats.ts';

/** Share of the limit from which the length is shown. */
const near = 0.9;

interface LengthNoteProps {
  /** What is measured, in the console's language. */
  what: string;
  length: number;
  limit: number | undefined;
  /** What to do about a text that is too long; the limit alone if absent. */
  advice?: string | undefined;
}

export const isTooLong = (length: number, limit: number | undefined): boolean => limit !== undefined && length > limit;

/** The length of a text beside its limit when it comes near, and that it is too long to be sent. */
export function LengthNote({ what, length, limit, advice }: LengthNoteProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (limit === undefined || length < limit * near) return null;
  if (length <= limit) {
    return (
      <Text size="xs" c="dimmed" className="fd-figures">
        {`${what}: ${number(length)} / ${number(limit)}`}
      </Text>
    );
  }
  return (
    <Text size="xs" c="var(--mantine-color-error)" role="alert" className="fd-figures">
      {t('limits.over', { what, length: number(length), limit: number(limit) })} {advice}
    </Text>
  );
}
