import { Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/form/number-field.tsx';
import { useField } from './form-context.ts';

interface FieldProps {
  /** Path in the step, such as `config.text`; also where a fault leads. */
  path: string;
  label: string;
  help?: string;
}

/** The props that every field shares, from its path. */
export function useInput<Value>({ path, label, help }: FieldProps) {
  const field = useField<Value>(path);
  return {
    ...field,
    input: { 'data-field': path, label, error: field.fault, ...(help === undefined ? {} : { description: help }) },
  };
}

/** A line of plain text; empty, an optional one is removed. */
export function PlainField({
  isOptional = false,
  maxLength = 200,
  ...props
}: FieldProps & { isOptional?: boolean; maxLength?: number }) {
  const { value = '', set, input } = useInput<string>(props);
  return (
    <TextInput
      {...input}
      maxLength={maxLength}
      autoComplete="off"
      value={value}
      onChange={({ currentTarget: { value: text } }) => set(isOptional && text === '' ? undefined : text)}
    />
  );
}

interface AmountProps extends FieldProps {
  min: number;
  max: number;
  isOptional?: boolean;
  decimals?: number;
}

export function AmountField({ min, max, isOptional = false, decimals = 0, ...props }: AmountProps) {
  const { value, set, input, fault } = useInput<number>(props);
  const { 'data-field': field, label, error: _error, ...rest } = input;
  return (
    <div data-field={field}>
      <NumberField
        {...rest}
        label={label}
        error={fault}
        min={min}
        max={max}
        decimals={decimals}
        value={value ?? null}
        onChange={(next) => set(next ?? (isOptional ? undefined : min))}
      />
    </div>
  );
}

interface OptionProps extends FieldProps {
  options: { value: string; label: string }[];
  /** May be empty. */
  isOptional?: boolean;
  /** Said when there is nothing to choose. */
  none?: string;
  placeholder?: string;
}

/** One of several things; what is chosen and no longer there is shown by its id, so that the fault can be seen. */
export function OptionField({ options, isOptional = false, none, placeholder, ...props }: OptionProps) {
  const { t } = useTranslation('flows');
  const { value, set, input } = useInput<string | null>(props);
  const isKnown = !value || options.some((option) => option.value === value);
  return (
    <Select
      {...input}
      data={isKnown ? options : [...options, { value, label: t('fields.gone', { id: value }) }]}
      value={value || null}
      onChange={(next) => set(next ?? (isOptional ? undefined : ''))}
      allowDeselect={false}
      clearable={isOptional}
      searchable={options.length > 8}
      placeholder={placeholder ?? t('fields.choose')}
      nothingFoundMessage={none ?? t('fields.nothing')}
      comboboxProps={{ portalProps: { target: 'main' } }}
    />
  );
}

export function SwitchField(props: FieldProps) {
  const { value = false, set, input } = useInput<boolean>(props);
  return <Switch {...input} checked={value} onChange={(event) => set(event.currentTarget.checked)} />;
}

interface ListProps extends FieldProps {
  suggestions?: string[];
  isOptional?: boolean;
  most?: number;
}

/** Short texts, each entered by Enter or a comma. */
export function ListField({ suggestions = [], isOptional = false, most = 50, ...props }: ListProps) {
  const { value = [], set, input } = useInput<string[]>(props);
  return (
    <TagsInput
      {...input}
      data={suggestions}
      maxTags={most}
      acceptValueOnBlur
      value={value}
      onChange={(next) => set(isOptional && next.length === 0 ? undefined : next)}
      comboboxProps={{ portalProps: { target: 'main' } }}
    />
  );
}
