import { NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConnectorWords } from '../use-connector-words.ts';
import type { Field, FieldValue, Row } from './form-values.ts';
import { NameValues } from './name-values.tsx';

const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

export interface FieldProps {
  connector: string;
  field: Field;
  value: FieldValue;
  error: string | undefined;
  onChange(value: FieldValue): void;
}

/** Names of fields that are masked. */
const secretName = /secret|password|token/i;
export const isSecret = ({ name }: Field): boolean => secretName.test(name);
const inputTypes: Record<string, string> = { uri: 'url', email: 'email' };

/** One field of a form described by a JSON Schema; `options` are the allowed values, if limited. */
export function SchemaField({
  options,
  ...props
}: FieldProps & { options?: { value: string; label: string }[] | undefined }) {
  const { connector, field, value, onChange } = props;
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const common = useCommonProps(props);
  const choices =
    options ?? field.enum?.map((one) => ({ value: one, label: words.option(connector, field.name, one) }));
  if (choices) {
    return (
      <Select
        {...common}
        data={choices}
        value={(value as string) || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        allowDeselect={!field.isRequired && field.default === undefined}
        nothingFoundMessage={t('form.nothing')}
      />
    );
  }
  if (field.type === 'boolean') {
    const { required: _required, ...rest } = common;
    return <Switch {...rest} checked={value as boolean} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  if (field.type === 'integer') {
    return (
      <NumberInput
        {...common}
        {...(field.minimum === undefined ? {} : { min: field.minimum })}
        {...(field.maximum === undefined ? {} : { max: field.maximum })}
        allowDecimal={false}
        hideControls
        value={value as number}
        onChange={onChange}
      />
    );
  }
  if (field.type === 'object') {
    return <NameValues {...common} rows={value as Row[]} onChange={onChange} isSecret />;
  }
  if (field.type === 'array') {
    const most = field.maxItems === undefined ? {} : { maxTags: field.maxItems };
    return <TagsInput {...common} {...most} value={value as string[]} onChange={onChange} acceptValueOnBlur />;
  }
  const text = {
    ...common,
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    autoComplete: 'off',
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (isSecret(field)) return <PasswordInput {...text} autoComplete="new-password" />;
  // A single-line input would drop the line breaks of a pasted PEM.
  if (field.format === 'pem') return <Textarea {...text} autosize minRows={2} maxRows={6} styles={monospace} />;
  return <TextInput {...text} type={inputTypes[field.format ?? ''] ?? 'text'} />;
}

/** Props common to all kinds of fields. */
export function useCommonProps({ connector, field, error }: Pick<FieldProps, 'connector' | 'field' | 'error'>) {
  const words = useConnectorWords();
  const help = words.help(connector, field.name, field.description);
  return {
    label: words.field(connector, field.name),
    ...(help === '' ? {} : { description: help }),
    required: field.isRequired,
    error,
  };
}
