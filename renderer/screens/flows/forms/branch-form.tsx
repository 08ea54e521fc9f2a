import { Button, Input, SegmentedControl, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Body } from '../../../api/operations.ts';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useChoices } from '../step-names.ts';
import { ExitField } from './exit-field.tsx';
import { OptionField, PlainField } from './fields.tsx';
import { useField, useForm } from './form-context.ts';
import { VariableText } from './variable-text.tsx';

type EventTrigger = Extract<Body<'createFlow'>['trigger'], { type: 'event' }>;
type Operator = NonNullable<EventTrigger['conditions']>[number]['operator'];

interface Condition {
  type: 'variable' | 'contact' | 'tag' | 'business_hours';
  operator?: string;
}

const operators = [
  'equals',
  'not_equals',
  'contains',
  'starts_with',
  'greater_than',
  'less_than',
  'is_set',
  'is_empty',
] as const satisfies Operator[];

const freshConditions: Record<Condition['type'], object> = {
  variable: { type: 'variable', name: 'message.text', operator: 'equals', value: '' },
  contact: { type: 'contact', field: 'name', operator: 'is_set' },
  tag: { type: 'tag', tag: '', has: true },
  business_hours: { type: 'business_hours', open: true },
};

const freshBranch = () => ({ match: 'all', conditions: [freshConditions.variable], next: null });

/** The ways of a branch, in the order in which they are tried. */
export function BranchForm() {
  const { t } = useTranslation('flows');
  const { value: branches = [], set } = useField<object[]>('config.branches');
  return (
    <>
      {branches.map((_, index) => (
        <BranchFields
          key={index}
          place={`config.branches[${index}]`}
          number={index + 1}
          onRemove={branches.length > 1 ? () => set(branches.filter((_one, at) => at !== index)) : null}
        />
      ))}
      {branches.length < 20 && (
        <Button
          size="compact-sm"
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => set([...branches, freshBranch()])}
        >
          {t('branch.add')}
        </Button>
      )}
    </>
  );
}

interface BranchFieldsProps {
  place: string;
  number: number;
  onRemove: (() => void) | null;
}

function BranchFields({ place, number, onRemove }: BranchFieldsProps) {
  const { t } = useTranslation('flows');
  const { value: conditions = [], set } = useField<Condition[]>(`${place}.conditions`);
  const { value: match = 'all', set: setMatch } = useField<string>(`${place}.match`);
  return (
    <Input.Wrapper component="fieldset" className="fw-fieldset fw-box" data-field={place}>
      <Input.Label component="legend">{t('branch.way', { number })}</Input.Label>
      {onRemove && (
        <ToolButton className="fw-box-remove" label={t('branch.remove', { number })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ToolButton>
      )}
      {conditions.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('branch.match')}
          data={(['all', 'any'] as const).map((one) => ({ value: one, label: t(`branch.${one}`) }))}
          value={match}
          onChange={setMatch}
        />
      )}
      {conditions.map((condition, index) => (
        <ConditionFields
          key={index}
          place={`${place}.conditions[${index}]`}
          condition={condition}
          onRemove={conditions.length > 1 ? () => set(conditions.filter((_one, at) => at !== index)) : null}
        />
      ))}
      {conditions.length < 10 && (
        <Button
          size="compact-sm"
          variant="subtle"
          w="fit-content"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => set([...conditions, freshConditions.variable as Condition])}
        >
          {t('branch.addCondition')}
        </Button>
      )}
      <ExitField path={`${place}.next`} label={t('branch.then')} none={t('exits.ends')} />
    </Input.Wrapper>
  );
}

interface ConditionFieldsProps {
  place: string;
  condition: Condition;
  onRemove: (() => void) | null;
}

/** One comparison. */
function ConditionFields({ place, condition, onRemove }: ConditionFieldsProps) {
  const { t } = useTranslation('flows');
  const { set } = useForm();
  const { type } = condition;
  const kinds = ['variable', 'contact', 'tag', 'business_hours'] as const;
  return (
    <div className="fw-condition" data-field={place}>
      <div className="fw-row">
        <Select
          label={t('branch.what')}
          data={kinds.map((one) => ({ value: one, label: t(`branch.kinds.${one}`) }))}
          value={type}
          onChange={(next) => next && set(place, freshConditions[next as Condition['type']])}
          allowDeselect={false}
          comboboxProps={{ portalProps: { target: 'main' } }}
        />
        {onRemove && (
          <ToolButton label={t('branch.removeCondition')} onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ToolButton>
        )}
      </div>
      {type === 'variable' && <VariableName path={`${place}.name`} />}
      {type === 'contact' && (
        <OptionField
          path={`${place}.field`}
          label={t('branch.field')}
          options={(['name', 'phone', 'email'] as const).map((one) => ({
            value: one,
            label: t(`contactFields.${one}`),
          }))}
        />
      )}
      {(type === 'variable' || type === 'contact') && (
        <Comparison place={place} operator={condition.operator ?? 'equals'} />
      )}
      {type === 'tag' && <PlainField path={`${place}.tag`} label={t('fields.tag')} maxLength={40} />}
      {type === 'tag' && (
        <YesNo path={`${place}.has`} label={t('branch.tagIs')} yes={t('branch.tagYes')} no={t('branch.tagNo')} />
      )}
      {type === 'business_hours' && (
        <YesNo path={`${place}.open`} label={t('branch.shopIs')} yes={t('words.open')} no={t('words.closed')} />
      )}
    </div>
  );
}

/** A name that the flow knows. */
function VariableName({ path }: { path: string }) {
  const { t } = useTranslation('flows');
  const { variables } = useForm();
  return (
    <OptionField
      path={path}
      label={t('branch.value')}
      options={variables.map((name) => ({ value: name, label: name }))}
    />
  );
}

/** How something is compared, and with what. Used by branches and by the conditions of an event. */
export function Comparison({ place, operator }: { place: string; operator: string }) {
  const { t } = useTranslation('flows');
  const needsValue = operator !== 'is_set' && operator !== 'is_empty';
  const { set: setCondition, value: condition } = useField<Record<string, unknown>>(place);
  const answers = useChoices().get(String(condition?.name ?? '')) ?? [];
  const isOneOf = answers.length > 0 && (operator === 'equals' || operator === 'not_equals');
  const choose = (next: string) => {
    const { value: text = '', ...rest } = condition ?? {};
    const takesValue = next !== 'is_set' && next !== 'is_empty';
    setCondition({ ...rest, operator: next, ...(takesValue && { value: text }) });
  };
  return (
    <>
      <Select
        label={t('branch.how')}
        data={operators.map((one) => ({ value: one, label: t(`operators.${one}`) }))}
        value={operator}
        onChange={(next) => next && choose(next)}
        allowDeselect={false}
        comboboxProps={{ portalProps: { target: 'main' } }}
      />
      {needsValue && isOneOf && (
        <OptionField
          path={`${place}.value`}
          label={t('branch.with')}
          options={answers.filter(({ value }) => value !== '')}
        />
      )}
      {needsValue && !isOneOf && <VariableText path={`${place}.value`} label={t('branch.with')} maxLength={500} />}
    </>
  );
}

function YesNo({ path, label, yes, no }: { path: string; label: string; yes: string; no: string }) {
  const { value = true, set } = useField<boolean>(path);
  return (
    <SegmentedControl
      aria-label={label}
      data={[
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      value={value ? 'yes' : 'no'}
      onChange={(next) => set(next === 'yes')}
    />
  );
}
