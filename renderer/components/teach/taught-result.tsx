import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyDone, notifyFailure } from '../feedback/notify.ts';
import type { Taught } from './teach-dialog.tsx';

const shownCases = 3;

interface TaughtResultProps {
  taught: Taught;
  agentId: string;
  name: string;
  onEdit(): void;
  onDone(): void;
  onTakenBack(): void;
}

/** Whether customers get the answer now, and if not, why and what to do. */
export function TaughtResult({ taught, agentId, name, onEdit, onDone, onTakenBack }: TaughtResultProps) {
  const { t } = useTranslation('teach');
  const isRefused = taught.state === 'refused';
  return (
    <Stack gap="sm">
      <Alert
        role="status"
        color={isRefused ? 'orange' : 'brand'}
        icon={isRefused ? <IconAlertTriangle aria-hidden /> : <IconCheck aria-hidden />}
      >
        {t(`result.${taught.state}`, { name })}
      </Alert>
      {isRefused && <Failed failed={taught.failed} />}
      {!isRefused && !taught.isRecognized && <Text size="sm">{t('result.notRecognized')}</Text>}
      <Group justify="flex-end" gap="xs">
        {isRefused && <TakeBack {...{ taught, agentId, onTakenBack }} />}
        {(isRefused || !taught.isRecognized) && (
          <Button variant="light" onClick={onEdit}>
            {t('result.edit')}
          </Button>
        )}
        <Button variant={isRefused ? 'default' : 'filled'} onClick={onDone} data-autofocus>
          {t(isRefused ? 'result.keep' : 'shell:common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The tests that failed, each with the advice of the gate. */
function Failed({ failed }: { failed: Taught['failed'] }) {
  const { t } = useTranslation('teach');
  if (failed.length === 0) return <Text size="sm">{t('result.refusedNow')}</Text>;
  const rest = failed.length - shownCases;
  return (
    <>
      <Stack component="ul" className="fd-list" gap="xs">
        {failed.slice(0, shownCases).map(({ id, message, answer, advice }) => (
          <li key={id} className="fd-similar">
            <Text size="sm">
              <strong>{`${t('result.customer')}: `}</strong>
              {message}
            </Text>
            <Text size="sm">
              <strong>{`${t('result.agent')}: `}</strong>
              {answer ?? t('result.silent')}
            </Text>
            {advice !== null && (
              <Text size="sm" fw={600} mt={4}>
                {advice}
              </Text>
            )}
          </li>
        ))}
      </Stack>
      {rest > 0 && <Text size="sm">{t('result.more', { count: rest })}</Text>}
    </>
  );
}

/** Removes the FAQ, or gives it the answer that it had before. */
function TakeBack({ taught, agentId, onTakenBack }: Pick<TaughtResultProps, 'taught' | 'agentId' | 'onTakenBack'>) {
  const { t } = useTranslation('teach');
  const client = useQueryClient();
  const path = { id: agentId, faqId: taught.faq.id };
  const takeBack = useMutation({
    mutationFn: async () => {
      if (taught.previous) await call('updateFaq', { path, body: taught.previous });
      else await call('deleteFaq', { path });
    },
    onSuccess() {
      notifyDone(t('result.takenBack'));
      onTakenBack();
    },
    onError: notifyFailure,
    onSettled: () => invalidate(client, reads.agents),
  });
  return (
    <Button variant="subtle" color="red" onClick={() => takeBack.mutate()} loading={takeBack.isPending}>
      {t('result.takeBack')}
    </Button>
  );
}
