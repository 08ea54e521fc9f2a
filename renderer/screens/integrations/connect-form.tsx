import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/refusals.ts';
import { Failure } from '../../components/failure.tsx';
import { OutboundHelp } from '../webhooks/outbound-help.tsx';
import { type FieldValues, faultIn, fieldsOf, isMissing, toBody } from './form-values.ts';
import type { Connected, Connector } from './queries.ts';
import { isSecret, SchemaField } from './schema-field.tsx';
import { useConnectorWords } from './use-connector-words.ts';
import { useFieldOptions } from './use-field-options.ts';

interface ConnectFormProps {
  connector: Connector;
  /** The connection that gets new credentials; null for a new one. */
  present: string | null;
  values: FieldValues;
  onChange(values: FieldValues): void;
  onConnected(connected: Connected): Promise<void>;
  onCancel(): void;
}

/** Asks for what a connector needs; the answer comes when the other side has been tried. */
export function ConnectForm({ connector, present, values, onChange, onConnected, onCancel }: ConnectFormProps) {
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const optionsOf = useFieldOptions(connector.key);
  const [isChecked, setIsChecked] = useState(false);
  const fields = fieldsOf(connector.credentialsSchema);
  const connect = useMutation({
    mutationFn: () => {
      const credentials = toBody(fields, values);
      return present === null
        ? call('createIntegration', { body: { connector: connector.key, credentials } })
        : call('reconnectIntegration', { path: { installationId: present }, body: { credentials } });
    },
    onSuccess: onConnected,
  });
  const refusal = connect.error instanceof ApiError ? connect.error : null;
  const isNotAllowed = refusal?.code === 'outbound_not_allowed';
  const faults = fields.map(({ name }) => faultIn(refusal?.fields ?? {}, 'credentials', name));
  const isOther = connect.error !== null && !isNotAllowed && faults.every((fault) => fault === undefined);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!fields.some((field) => isMissing(field, values))) connect.mutate();
  };
  const steps = words.steps(connector.key);
  const isFirst = present === null;
  const note =
    isFirst && fields.some(isSecret) ? 'connect.kept' : !isFirst && fields.length > 0 ? 'connect.keptBefore' : null;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {steps === '' ? words.does(connector.key) : steps}
        </Text>
        {fields.map((field, index) => (
          <SchemaField
            key={field.name}
            connector={connector.key}
            field={field}
            options={optionsOf(field.name)}
            value={values[field.name] ?? ''}
            error={isChecked && isMissing(field, values) ? t('form.missing') : faults[index]}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
          />
        ))}
        {note !== null && (
          <Text size="xs" c="dimmed">
            {t(note)}
          </Text>
        )}
        {isNotAllowed && <OutboundHelp url={addressIn(values)} onAllowed={() => connect.mutate()} />}
        {isOther && connect.error && <Failure error={connect.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={connect.isPending}>
            {t(connector.usesOAuth ? 'connect.next' : 'connect.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The address that the credentials name: of a server on the web, or of a host with its port. */
function addressIn({ baseUrl, serverUrl, host, port }: FieldValues): string {
  return String(baseUrl ?? serverUrl ?? `tcp://${host}:${port}`);
}
