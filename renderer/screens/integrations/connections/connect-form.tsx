import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/refusals.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { OutboundHelp } from '../../../components/outbound/outbound-help.tsx';
import {
  beginValues,
  type Field,
  type FieldValues,
  faultIn,
  fieldsOf,
  isMissing,
  toBody,
} from '../fields/form-values.ts';
import { isSecret, SchemaField } from '../fields/schema-field.tsx';
import type { Connected, Connector } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';
import { useFieldOptions } from './use-field-options.ts';

/** State of a connector's credentials form; required fields are checked on submit. */
export function useCredentials(connector: Connector) {
  const { t } = useTranslation('integrations');
  const fields = fieldsOf(connector.credentialsSchema);
  return useForm<FieldValues>({
    initialValues: beginValues(fields),
    validate: (values) =>
      Object.fromEntries(fields.map((field) => [field.name, isMissing(field, values) && t('form.missing')])),
  });
}

type CredentialsForm = ReturnType<typeof useCredentials>;

interface ConnectFormProps {
  connector: Connector;
  /** Connection that receives new credentials; null for a new one. */
  present: string | null;
  form: CredentialsForm;
  onConnected(connected: Connected): Promise<void>;
  onCancel(): void;
}

/** The server's messages by field. */
function faultsIn(error: Error | null, fields: Field[]): Record<string, string> {
  const refused = error instanceof ApiError ? error.fields : {};
  const faults = fields.map(({ name }) => [name, faultIn(refused, 'credentials', name)] as const);
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined));
}

/** Credentials form; the server responds after trying the connection. */
export function ConnectForm({ connector, present, form, onConnected, onCancel }: ConnectFormProps) {
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const fields = fieldsOf(connector.credentialsSchema);
  const connect = useMutation({
    mutationFn: () => {
      const credentials = toBody(fields, form.values);
      return present === null
        ? call('createIntegration', { body: { connector: connector.key, credentials } })
        : call('reconnectIntegration', { path: { installationId: present }, body: { credentials } });
    },
    onMutate: () => form.clearErrors(),
    onSuccess: onConnected,
    onError: (error) => form.setErrors(faultsIn(error, fields)),
  });
  const isNotAllowed = connect.error instanceof ApiError && connect.error.code === 'outbound_not_allowed';
  const hasFaults = Object.keys(faultsIn(connect.error, fields)).length > 0;
  const steps = words.steps(connector.key);
  return (
    <form onSubmit={form.onSubmit(() => connect.mutate())} noValidate>
      <Stack>
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {steps === '' ? words.does(connector.key) : steps}
        </Text>
        <Credentials connector={connector.key} fields={fields} form={form} isFirst={present === null} />
        {isNotAllowed && <OutboundHelp url={addressIn(form.values)} onAllowed={() => connect.mutate()} />}
        {connect.error && !isNotAllowed && !hasFaults && <Failure error={connect.error} />}
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

interface CredentialsProps {
  connector: string;
  fields: Field[];
  form: CredentialsForm;
  /** True for a new connection, which has no credentials yet. */
  isFirst: boolean;
}

/** The credential fields, with a note on how they are stored. */
function Credentials({ connector, fields, form, isFirst }: CredentialsProps) {
  const { t } = useTranslation('integrations');
  const optionsOf = useFieldOptions(connector);
  const note =
    isFirst && fields.some(isSecret) ? 'connect.kept' : !isFirst && fields.length > 0 ? 'connect.keptBefore' : null;
  return (
    <>
      {fields.map((field) => (
        <SchemaField
          key={field.name}
          connector={connector}
          field={field}
          options={optionsOf(field.name)}
          value={form.values[field.name] ?? ''}
          error={form.errors[field.name] as string | undefined}
          onChange={(value) => form.setFieldValue(field.name, value)}
        />
      ))}
      {note !== null && (
        <Text size="xs" c="dimmed">
          {t(note)}
        </Text>
      )}
    </>
  );
}

/** Address in the credentials: the URL of a web server, or host and port. */
function addressIn({ baseUrl, serverUrl, host, port }: FieldValues): string {
  return String(baseUrl ?? serverUrl ?? `tcp://${host}:${port}`);
}
