import { Button, Collapse, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Field, type FieldValue, faultIn, isMissing, type Row } from '../fields/form-values.ts';
import { NameValues } from '../fields/name-values.tsx';
import { SchemaField, useCommonProps } from '../fields/schema-field.tsx';
import { TemplateInput } from '../fields/template-input.tsx';
import { targetsQuery } from '../queries.ts';
import type { BindingDraftState } from './binding-draft.ts';
import { TargetChoice } from './target-choice.tsx';
import { columnsFieldOf, findTargetField, isRare, isTemplate } from './target-fields.ts';

interface BindingFieldsProps {
  state: BindingDraftState;
  /** The server's messages by field of the body. */
  faults: Record<string, string>;
  isChecked: boolean;
}

/** Fields of the action; rarely changed ones are behind a button. */
export function BindingFields({ state, faults, isChecked }: BindingFieldsProps) {
  const { t } = useTranslation('integrations');
  const { draft, fields, setValue } = state;
  const rare = fields.filter(isRare);
  const [isOpen, setIsOpen] = useState(false);
  const isWrong = rare.some(({ name }) => faultIn(faults, 'config', name) !== undefined);
  const show = (field: Field) => (
    <ActionField
      key={field.name}
      state={state}
      field={field}
      value={draft.values[field.name] ?? ''}
      error={isChecked && isMissing(field, draft.values) ? t('form.missing') : faultIn(faults, 'config', field.name)}
      onChange={(value) => setValue(field.name, value)}
    />
  );
  return (
    <Stack>
      {fields.filter((field) => !isRare(field)).map(show)}
      {rare.length > 0 && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => setIsOpen(!isOpen)}
            aria-expanded={isOpen || isWrong}
            rightSection={<IconChevronDown size={15} aria-hidden />}
          >
            {t('rule.more')}
          </Button>
          <Collapse expanded={isOpen || isWrong}>
            <Stack mt="xs">{rare.map(show)}</Stack>
          </Collapse>
        </div>
      )}
    </Stack>
  );
}

interface ActionFieldProps {
  state: BindingDraftState;
  field: Field;
  value: FieldValue;
  error: string | undefined;
  onChange(value: FieldValue): void;
}

function ActionField({ state, ...rest }: ActionFieldProps) {
  const { draft, connector, eventValues } = state;
  const props = { ...rest, connector: connector?.key ?? '' };
  const { field, value, onChange } = rest;
  const common = useCommonProps(props);
  const names = useColumnNames(state);
  const target = findTargetField(props.connector, field.name);
  if (target) {
    const { installationId, action, values } = draft;
    return <TargetChoice {...props} target={target} installationId={installationId} action={action} values={values} />;
  }
  if (field.type === 'object') {
    return <NameValues {...common} rows={value as Row[]} onChange={onChange} names={names} eventValues={eventValues} />;
  }
  if (isTemplate(field.name)) {
    return (
      <TemplateInput
        {...common}
        {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
        minRows={['text', 'notes'].includes(field.name) ? 3 : 1}
        value={String(value)}
        onChange={onChange}
        eventValues={eventValues}
      />
    );
  }
  return <SchemaField {...props} />;
}

/** Column or property names of the chosen target, if the connector lists them. */
function useColumnNames({ draft, connector }: BindingDraftState): string[] {
  const field = columnsFieldOf(connector?.key ?? '');
  const targetId = field === undefined ? '' : String(draft.values[field] ?? '');
  const columns = useQuery({
    ...targetsQuery(draft.installationId, draft.action, targetId),
    enabled: targetId !== '',
  });
  return (columns.data ?? []).map(({ name }) => name);
}
