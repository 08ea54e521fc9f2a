import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../values/use-formats.ts';

/** Share of the limit from which the length is shown. */
const near = 0.9;

interface LengthNoteProps {
  /** Name of the measured text, in the console's language. */
  what: string;
  length: number;
  limit: number | undefined;
  /** Added to the report of a text that is too long. */
  advice?: string | undefined;
}

export const isTooLong = (length: number, limit: number | undefined): boolean => limit !== undefined && length > limit;

/** Shows length and limit of a text near its limit, and reports a text that is too long. */
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
