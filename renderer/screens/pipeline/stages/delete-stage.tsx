import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Stage } from '../types.ts';
import { useStageChange } from './use-stage-change.ts';

interface DeleteStageProps {
  stage: Stage;
  stages: Stage[];
  opened: boolean;
  onClose(): void;
}

/** Asks before a stage is deleted; its cards move to another one, which the person chooses. */
export function DeleteStage({ opened, onClose, ...props }: DeleteStageProps) {
  const { t } = useTranslation('pipeline');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('stages.deleteOf', { name: props.stage.name })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <DeleteForm {...props} onClose={onClose} />
    </Modal>
  );
}

function DeleteForm({ stage, stages, onClose }: Omit<DeleteStageProps, 'opened'>) {
  const { t } = useTranslation('pipeline');
  const others = stages.filter(({ id }) => id !== stage.id);
  const [moveCardsTo, setMoveCardsTo] = useState(others[0]?.id ?? null);
  const remove = useStageChange(
    () =>
      call('deleteCrmStage', { path: { id: stage.id }, query: stage.count > 0 && moveCardsTo ? { moveCardsTo } : {} }),
    { quiet: true },
  );
  const reports = stage.isWon || stage.isLost ? t(stage.isWon ? 'stages.wonGone' : 'stages.lostGone') : null;
  return (
    <Stack gap="sm">
      <Text size="sm">{t(stage.count > 0 ? 'stages.holds' : 'stages.empty', { count: stage.count })}</Text>
      {reports && <Alert color="orange">{reports}</Alert>}
      {stage.count > 0 && (
        <Select
          label={t('stages.moveTo')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={moveCardsTo}
          onChange={setMoveCardsTo}
          allowDeselect={false}
        />
      )}
      {remove.error && (
        <Alert color="red" role="alert">
          {remove.error.message}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('shell:common.cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: onClose })}>
          {t('stages.delete')}
        </Button>
      </Group>
    </Stack>
  );
}
