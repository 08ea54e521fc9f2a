import { PasswordInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';

export const leastLength = 10;
const typingPauseMs = 250;

interface PassphraseFieldProps {
  label: string;
  description: string;
  value: string;
  weakness: Weakness;
  /** The server's message for the field. */
  error: ReactNode;
  onChange(passphrase: string): void;
}

/** Field for a new passphrase; reports why it would be rejected. */
export function PassphraseField({ label, description, value, weakness, error, onChange }: PassphraseFieldProps) {
  const { t } = useTranslation('people');
  return (
    <PasswordInput
      label={label}
      description={description}
      maw={420}
      maxLength={200}
      autoComplete="new-password"
      value={value}
      error={weakness ? t(`passphrase.weak.${weakness}`, { count: leastLength }) : error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Weakness = ReturnType<typeof useWeakness>;

/** Why the server would reject a passphrase of this person, checked after a pause in typing; null if nothing is known. */
export function useWeakness(passphrase: string, name?: string) {
  const [settled] = useDebouncedValue(passphrase, typingPauseMs);
  const check = useQuery({
    ...operationQuery('checkPassphrase', { body: { passphrase: settled, name } }),
    enabled: settled !== '',
    // Do not cache passphrases.
    gcTime: 0,
    retry: false,
  });
  return passphrase === settled ? (check.data?.weakness ?? null) : null;
}
