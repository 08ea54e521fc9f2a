import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from './api/client.ts';
import type { Result } from './api/operations.ts';
import { invalidate, operationQuery } from './api/query.ts';
import { Loaded } from './components/feedback/loaded.tsx';
import { notifyFailure } from './components/feedback/notify.ts';
import { ConfirmButton } from './components/form/confirm-button.tsx';
import { Time } from './components/values/time.tsx';

type SetAside = Result<'listSetAside'>['data'][number];

/** Work during which the server crashed too often; each item can be retried or discarded. */
export default function SetAsideModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('set-aside:title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text size="sm">{t('set-aside:help')}</Text>
        <Loaded query={operationQuery('listSetAside')} shape="list">
          {({ data }) =>
            data.length === 0 ? (
              <Text c="dimmed">{t('common.none')}</Text>
            ) : (
              data.map((item) => <SetAsideLine key={item.id} item={item} />)
            )
          }
        </Loaded>
      </Stack>
    </Modal>
  );
}

function SetAsideLine({ item }: { item: SetAside }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: (again: boolean) => call(again ? 'retrySetAside' : 'discardSetAside', { path: { id: item.id } }),
    onSettled: () => invalidate(client, ['listSetAside', 'getNotices']),
    onError: notifyFailure,
  });
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Text size="sm" fw={500}>
          {t(`set-aside:kinds.${item.kind}`)}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={item.setAsideAt} />
        </Text>
        {item.request ? (
          <Text size="sm">
            {t('set-aside:request', {
              operation: item.request.operation,
              caller: item.request.caller ?? t('set-aside:deletedCaller'),
            })}
          </Text>
        ) : (
          <Code style={{ overflowWrap: 'anywhere' }}>{item.key}</Code>
        )}
      </Stack>
      <Group gap="xs" wrap="nowrap">
        {item.canRetry && (
          <Button size="compact-sm" variant="default" loading={act.isPending} onClick={() => act.mutate(true)}>
            {t(item.request ? 'set-aside:allowAgain' : 'common.retry')}
          </Button>
        )}
        {!item.request && (
          <ConfirmButton
            size="compact-sm"
            variant="subtle"
            color="red"
            loading={act.isPending}
            question={t('set-aside:discardQuestion')}
            onConfirm={() => act.mutate(false)}
          >
            {t('set-aside:discard')}
          </ConfirmButton>
        )}
      </Group>
    </Group>
  );
}
