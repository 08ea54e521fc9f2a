import { Group, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useStepNames } from '../step-names.ts';
import { useField, useForm } from './form-context.ts';

interface ExitFieldProps {
  path: string;
  label: string;
  /** What happens without a next step. */
  none: string;
}

const nowhere = 'nowhere:';

/** Where a run goes on: a step, a new one, or nowhere. */
export function ExitField({ path, label, none }: ExitFieldProps) {
  const { t } = useTranslation('flows');
  const { steps, stepId, addAt } = useForm();
  const nameOf = useStepNames();
  const { value, set, fault } = useField<string | null>(path);
  const options = steps.filter(({ id }) => id !== stepId).map((step) => ({ value: step.id, label: nameOf(step) }));
  const isGone = value && !options.some((option) => option.value === value);
  return (
    <Group gap={4} align="flex-end" wrap="nowrap" data-field={path}>
      <Select
        flex={1}
        miw={0}
        label={label}
        error={fault}
        data={[
          { value: nowhere, label: none },
          ...options,
          ...(isGone ? [{ value, label: t('fields.gone', { id: value }) }] : []),
        ]}
        value={value || nowhere}
        onChange={(next) => set(next === nowhere || next === null ? (path === 'config.stepId' ? '' : null) : next)}
        allowDeselect={false}
        searchable={options.length > 8}
        nothingFoundMessage={t('fields.nothing')}
        comboboxProps={{ portalProps: { target: 'main' } }}
      />
      <ToolButton label={t('fields.addAt', { exit: label })} onClick={() => addAt(path)}>
        <IconPlus size={17} aria-hidden />
      </ToolButton>
    </Group>
  );
}
