import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { useConsole } from '../../../session.ts';
import { type Person, peopleReads } from '../queries.ts';

/** What takes access away from a person, or gives it back. */
export function PersonActions({ person, onDone }: { person: Person; onDone(): void }) {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const { user } = useConsole();
  const { id, name, disabledAt, hasPassphrase, sessions } = person;
  const path = { id };
  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSuccess: () => {
      onDone();
      // Those who signed themselves out see the login.
      return id === user.id ? client.resetQueries() : invalidate(client, peopleReads);
    },
    onError: notifyFailure,
  });
  const button = { size: 'xs', variant: 'light', color: 'red', loading: act.isPending } as const;
  return (
    <Group gap="xs" mt="lg">
      {sessions > 0 && (
        <ConfirmButton
          {...button}
          question={t('act.signOutQuestion', { name })}
          onConfirm={() => act.mutate(() => call('endPersonSessions', { path }))}
        >
          {t('act.signOut')}
        </ConfirmButton>
      )}
      {hasPassphrase && (
        <ConfirmButton
          {...button}
          question={t('act.clearQuestion', { name })}
          onConfirm={() => act.mutate(() => call('clearPersonPassphrase', { path }))}
        >
          {t('act.clear')}
        </ConfirmButton>
      )}
      {disabledAt === null ? (
        <ConfirmButton
          {...button}
          question={t('act.disableQuestion', { name })}
          onConfirm={() => act.mutate(() => call('updatePerson', { path, body: { disabled: true } }))}
        >
          {t('act.disable')}
        </ConfirmButton>
      ) : (
        <Button
          size="xs"
          variant="light"
          loading={act.isPending}
          onClick={() => act.mutate(() => call('updatePerson', { path, body: { disabled: false } }))}
        >
          {t('act.enable')}
        </Button>
      )}
      <ConfirmButton
        {...button}
        question={t('act.deleteQuestion', { name })}
        onConfirm={() => act.mutate(() => call('deletePerson', { path }))}
      >
        {t('act.delete')}
      </ConfirmButton>
    </Group>
  );
}
