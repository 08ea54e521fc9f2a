import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, OptionField, PlainField } from './fields.tsx';
import { useField } from './form-context.ts';
import { LinesField } from './lines-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { PairsField } from './pairs-field.tsx';
import { VariableText } from './variable-text.tsx';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Calls another system and reads values from its answer. */
export function HttpForm() {
  const { t } = useTranslation('flows');
  const { value: method = 'GET' } = useField<string>('config.method');
  return (
    <>
      <OptionField
        path="config.method"
        label={t('http.method')}
        options={methods.map((one) => ({ value: one, label: one }))}
      />
      <VariableText path="config.url" label={t('http.url')} placeholder="https://example.com/" />
      {method !== 'GET' && <JsonField path="config.body" label={t('http.body')} help={t('http.bodyHelp')} />}
      <LinesField
        path="config.map"
        label={t('http.map')}
        help={t('http.mapHelp')}
        add={t('http.addMap')}
        most={20}
        fresh={() => ({ variable: '', path: '/' })}
        line={(place) => (
          <>
            <PlainField path={`${place}.path`} label={t('http.path')} />
            <PlainField path={`${place}.variable`} label={t('fields.name')} maxLength={40} />
          </>
        )}
      />
      <MoreFields paths={['config.headers', 'config.timeoutSeconds']}>
        <PairsField
          path="config.headers"
          label={t('http.headers')}
          nameLabel={t('fields.name')}
          valueLabel={t('fields.value')}
        />
        <AmountField path="config.timeoutSeconds" label={t('http.timeout')} min={1} max={30} />
      </MoreFields>
    </>
  );
}

const write = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** JSON as text; what cannot be read yet stays in the field. */
function JsonField({ path, label, help }: { path: string; label: string; help: string }) {
  const { t } = useTranslation('flows');
  const { value, set, fault } = useField<unknown>(path);
  const [text, setText] = useState(() => write(value));
  const [isWrong, setIsWrong] = useState(false);
  const change = (next: string) => {
    setText(next);
    try {
      set(next.trim() === '' ? undefined : JSON.parse(next));
      setIsWrong(false);
    } catch {
      setIsWrong(true);
    }
  };
  return (
    <Textarea
      data-field={path}
      label={label}
      description={help}
      error={isWrong ? t('http.notJson') : fault}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={20_000}
      spellCheck={false}
      classNames={{ input: 'fw-code' }}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
