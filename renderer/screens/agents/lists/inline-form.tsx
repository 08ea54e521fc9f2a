import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { BegunNote } from '../../../kept/begun-note.tsx';
import type { Begun } from '../../../kept/use-kept.ts';

interface InlineFormProps {
  /** Accessible name of the form. */
  label: string;
  isDirty: boolean;
  isReady: boolean;
  isSaving: boolean;
  error: Error | null;
  begun: Begun;
  onSave(): void;
  onCancel(): void;
  children: ReactNode;
}

/** Form of one entry, in its place in the list. */
export function InlineForm(props: InlineFormProps) {
  const { label, isDirty, isReady, isSaving, error, begun, onSave, onCancel, children } = props;
  const { t } = useTranslation();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSave();
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-label={label} className="fd-inline-form">
      <LeaveGuard when={isDirty && !isSaving} />
      <Stack gap="sm">
        <BegunNote begun={begun} />
        {children}
        {error && <Failure error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button size="xs" type="submit" loading={isSaving} disabled={!isReady}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
