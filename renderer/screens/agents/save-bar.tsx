import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/feedback/failure.tsx';
import { LeaveGuard } from '../../components/form/leave-guard.tsx';
import { type AgentForm, isOutdated } from './change-agent.ts';

interface SaveBarProps {
  form: Pick<AgentForm<unknown>, 'isDirty' | 'isSaving' | 'error' | 'faults' | 'discard' | 'insist'>;
  isReady?: boolean;
  /** Why the form cannot be saved. */
  fault?: string | null;
}

/** Footer of a form: saves or discards the input and reports a conflict. */
export function SaveBar({ form, isReady = true, fault = null }: SaveBarProps) {
  const { t } = useTranslation('agents');
  const { isDirty, isSaving, error } = form;
  return (
    <Stack gap="sm">
      <LeaveGuard when={isDirty} />
      {isOutdated(error) ? (
        <Outdated form={form} />
      ) : (
        error && Object.keys(form.faults).length === 0 && <Failure error={error} />
      )}
      {fault !== null && (
        <Text size="sm" fw={600} c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {isDirty && (
          <>
            <Text size="sm" c="dimmed" mr="auto">
              {t('save.unsaved')}
            </Text>
            <Button variant="default" onClick={form.discard}>
              {t('save.discard')}
            </Button>
          </>
        )}
        <Button type="submit" loading={isSaving} disabled={!isDirty || !isReady}>
          {t('shell:common.save')}
        </Button>
      </Group>
    </Stack>
  );
}

function Outdated({ form }: Pick<SaveBarProps, 'form'>) {
  const { t } = useTranslation('agents');
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('save.outdated')} role="alert">
      <Text size="sm">{t('save.outdatedHelp')}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="light" color="orange" onClick={form.discard}>
          {t('save.reload')}
        </Button>
        <Button size="xs" variant="subtle" color="orange" onClick={form.insist}>
          {t('save.insist')}
        </Button>
      </Group>
    </Alert>
  );
}
