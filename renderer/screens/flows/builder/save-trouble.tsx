import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { fieldsOf } from '../../../components/form/use-save.ts';
import type { DraftState } from './use-draft.ts';
import { isOutdated, type useSaveFlow } from './use-save-flow.ts';

interface SaveTroubleProps {
  save: ReturnType<typeof useSaveFlow>;
  state: DraftState;
}

/** Why the last save was refused, unless the faults say so at their steps. */
export function SaveTrouble({ save, state }: SaveTroubleProps) {
  const { t } = useTranslation('flows');
  const { error } = save;
  if (error === null) return null;
  if (!isOutdated(error)) return Object.keys(fieldsOf(error)).length > 0 ? null : <Failure error={error} />;
  const discard = () => {
    state.discard();
    save.reset();
  };
  const insist = () => {
    state.insist();
    save.reset();
  };
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('outdated.title')} role="alert" m="sm">
      <Text size="sm">{t('outdated.help')}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="light" color="orange" onClick={discard}>
          {t('outdated.reload')}
        </Button>
        <Button size="xs" variant="subtle" color="orange" onClick={insist}>
          {t('outdated.insist')}
        </Button>
      </Group>
    </Alert>
  );
}
