import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { fieldsOf, restOf, useAct } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { lanQuery } from '../queries.ts';

const leastLength = 10;
const typingPauseMs = 250;

/** Passphrase for signing in from other machines. */
export function PassphraseCard({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [passphrase, setPassphrase] = useState('');
  const weakness = useWeakness(passphrase);
  const set = useMutation({
    mutationFn: () => call('setPassphrase', { body: { passphrase } }),
    onSuccess: () => {
      setPassphrase('');
      notifyDone(t('passphrase.saved'));
      return invalidate(client, ['getLan']);
    },
  });
  const rest = restOf(set.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate();
  };
  return (
    <Card title={t('passphrase.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t(isSet ? 'passphrase.isSet' : 'passphrase.isNotSet')}</Text>
          <PasswordInput
            label={t(isSet ? 'passphrase.new' : 'passphrase.first')}
            description={t('passphrase.help', { count: leastLength })}
            maw={420}
            maxLength={200}
            autoComplete="new-password"
            value={passphrase}
            error={weakness ? t(`passphrase.weak.${weakness}`, { count: leastLength }) : fieldsOf(set.error).passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
          {rest && <Failure error={rest} />}
          <Group gap="xs">
            <Button
              type="submit"
              loading={set.isPending}
              disabled={passphrase.length < leastLength || weakness !== null}
            >
              {t(isSet ? 'passphrase.change' : 'passphrase.set')}
            </Button>
            {isSet && <Clear />}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** Why the server would reject the passphrase, checked after a pause in typing; null if nothing is known. */
function useWeakness(passphrase: string) {
  const [settled] = useDebouncedValue(passphrase, typingPauseMs);
  const check = useQuery({
    ...operationQuery('checkPassphrase', { body: { passphrase: settled } }),
    enabled: settled !== '',
    // Do not cache passphrases.
    gcTime: 0,
    retry: false,
  });
  return passphrase === settled ? (check.data?.weakness ?? null) : null;
}

function Clear() {
  const { t } = useTranslation('settings');
  const clear = useAct(lanQuery.queryKey, () => call('clearPassphrase'));
  return (
    <ConfirmButton
      variant="light"
      color="red"
      question={t('passphrase.clearQuestion')}
      onConfirm={() => clear.mutate()}
      loading={clear.isPending}
    >
      {t('passphrase.clear')}
    </ConfirmButton>
  );
}
