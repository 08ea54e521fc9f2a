import { Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBegun } from '../../../kept/use-kept.ts';

interface SavedTextProps {
  label: string;
  /** Place of the kept text until it is saved. */
  place: string;
  value: string;
  maxLength: number;
  /** Several lines. */
  isLong?: boolean;
  onSave(value: string): Promise<void>;
}

/** Text that is saved when the field is left; Escape takes it back, and a refusal stays at the field. */
export function SavedText({ label, place, value, maxLength, isLong = false, onSave }: SavedTextProps) {
  const { t } = useTranslation();
  const [typed, setTyped, begun] = useBegun<string | null>(place, null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const leave = async () => {
    if (typed === null) return;
    setRefusal(null);
    try {
      if (typed.trim() !== value) await onSave(typed.trim());
      setTyped(null);
    } catch (error) {
      setRefusal((error as Error).message);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && !isLong) event.currentTarget.blur();
    if (event.key === 'Escape') setTyped(null);
  };
  const field = {
    label,
    value: typed ?? value,
    maxLength,
    error: refusal ?? (begun.continuedFrom === null || typed === null ? null : t('begun.unsaved')),
    onBlur: leave,
    onKeyDown,
    style: { flex: 1, minWidth: 0 },
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
  return isLong ? <Textarea {...field} autosize minRows={2} maxRows={10} /> : <TextInput {...field} />;
}
