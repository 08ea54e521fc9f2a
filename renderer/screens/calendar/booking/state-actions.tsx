import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Body } from '../../../api/operations.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import type { Appointment } from '../calendar.ts';
import { TellChoice } from './tell-choice.tsx';
import { useActs } from './use-acts.ts';

/** Confirms, completes or cancels, with or without telling the customer. */
export function StateActions({ appointment }: { appointment: Appointment }) {
  const { t } = useTranslation('calendar');
  const { become } = useActs();
  const { clientName, contactId, notes, status } = appointment;
  const [tells, setTells] = useState(contactId !== null);
  const act = useMutation({
    mutationFn: (body: Body<'updateAppointment'>) => become(appointment, body),
    onError: notifyFailure,
  });
  const notifyClient = tells && contactId !== null;
  // The specification has no state of its own for it: the slot is released and the notes say why.
  const absence = [notes, t('absent.note')].filter(Boolean).join('\n').slice(0, 500);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {status === 'PENDING' && (
          <Button loading={act.isPending} onClick={() => act.mutate({ status: 'CONFIRMED', notifyClient })}>
            {t('act.confirm')}
          </Button>
        )}
        <Button
          variant={status === 'PENDING' ? 'default' : 'filled'}
          loading={act.isPending}
          onClick={() => act.mutate({ status: 'COMPLETED', notifyClient })}
        >
          {t('act.complete')}
        </Button>
        <ConfirmButton
          variant="default"
          question={t('absent.question')}
          onConfirm={() => act.mutate({ status: 'CANCELLED', notes: absence })}
        >
          {t('act.absent')}
        </ConfirmButton>
        <ConfirmButton
          variant="subtle"
          color="red"
          question={t(notifyClient ? 'cancel.tells' : 'cancel.quiet')}
          onConfirm={() => act.mutate({ status: 'CANCELLED', notifyClient })}
        >
          {t('act.cancel')}
        </ConfirmButton>
      </Group>
      <TellChoice name={clientName} canTell={contactId !== null} checked={tells} onChange={setTells} />
    </Stack>
  );
}
