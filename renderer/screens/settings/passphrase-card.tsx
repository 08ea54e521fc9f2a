import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { notifyDone } from '../../components/notify.ts';
import { Card } from '../../components/page.tsx';
import { fieldsOf, restOf, useAct } from '../../components/use-save.ts';
import { lanQuery } from './queries.ts';

const leastLength = 10;

/** With what other machines sign in. */
export function PassphraseCard({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [passphrase, setPassphrase] = useState('');
  const set = useMutation({
    mutationFn: () => api.put<void>('/owner/passphrase', { passphrase }),
    onSuccess: () => {
      setPassphrase('');
      notifyDone(t('passphrase.saved'));
      return client.invalidateQueries({ queryKey: lanQuery.queryKey });
    },
  });
  const clear = useAct(lanQuery.queryKey, () => api.delete<void>('/owner/passphrase'));
  const isTooShort = passphrase.length > 0 && passphrase.length < leastLength;
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
            error={isTooShort ? t('passphrase.short', { count: leastLength }) : fieldsOf(set.error).passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
          {rest && <Failure error={rest} />}
          <Group gap="xs">
            <Button type="submit" loading={set.isPending} disabled={passphrase.length < leastLength}>
              {t(isSet ? 'passphrase.change' : 'passphrase.set')}
            </Button>
            {isSet && (
              <ConfirmButton
                variant="light"
                color="red"
                question={t('passphrase.clearQuestion')}
                onConfirm={() => clear.mutate()}
                loading={clear.isPending}
              >
                {t('passphrase.clear')}
              </ConfirmButton>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
