import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { datePartsOf, readDate, writeDate } from './moments.ts';
import { useTyped } from './use-typed.ts';

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange(value: string): void;
}

/** Field for a date, written as in the console's language whatever the browser's is; its button opens a calendar. */
export function DateField({ value, onChange, ...props }: DateFieldProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const calendar = useRef<HTMLInputElement>(null);
  const typed = useTyped({
    value,
    onChange,
    read: (text) => readDate(text, language),
    write: (date) => writeDate(date, language),
  });
  return (
    <TextInput
      {...props}
      {...typed}
      placeholder={datePartsOf(language)
        .map((part) => t(`date.${part}`))
        .join('/')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      rightSection={
        <>
          {/* Only its calendar is used: a browser writes dates in its own language. */}
          <input
            ref={calendar}
            type="date"
            className="fd-calendar"
            tabIndex={-1}
            aria-hidden
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('date.calendar')}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={18} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  );
}
