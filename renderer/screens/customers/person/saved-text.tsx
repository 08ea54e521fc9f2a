import { Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

interface SavedTextProps {
  label: string;
  value: string;
  maxLength: number;
  /** Several lines. */
  isLong?: boolean;
  onSave(value: string): Promise<void>;
}

/** Text that is saved when the field is left; Escape takes it back, and a refusal stays at the field. */
export function SavedText({ label, value, maxLength, isLong = false, onSave }: SavedTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
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
    error: refusal,
    onBlur: leave,
    onKeyDown,
    style: { flex: 1, minWidth: 0 },
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
  return isLong ? <Textarea {...field} autosize minRows={2} maxRows={10} /> : <TextInput {...field} />;
}
