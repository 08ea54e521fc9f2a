import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { toBody } from '../fields/form-values.ts';
import { useConnectorWords } from '../use-connector-words.ts';
import type { BindingDraftState } from './binding-draft.ts';

/** Previews the rule's output for the latest matching event; sends nothing. */
export function BindingPreview({ state }: { state: BindingDraftState }) {
  const { t } = useTranslation('integrations');
  const { draft, fields } = state;
  const { installationId, action, events, values } = draft;
  const preview = useMutation({
    mutationFn: () => {
      const config = toBody(fields, values);
      return call('previewIntegrationBinding', {
        body: { installationId, eventName: events[0] ?? '', action, config },
      });
    },
  });
  const lines = useLines(state, preview.data?.filled ?? {});
  return (
    <Stack gap="xs">
      <Group>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconEye size={15} aria-hidden />}
          onClick={() => preview.mutate()}
          loading={preview.isPending}
        >
          {t('rule.preview')}
        </Button>
      </Group>
      {preview.error && <Failure error={preview.error} />}
      {preview.data && (
        <div role="status">
          <Text size="xs" c="dimmed" mb={4}>
            {t(preview.data.isExample ? 'rule.previewExample' : 'rule.previewNewest')}
          </Text>
          <Table variant="vertical" withTableBorder layout="fixed">
            <Table.Tbody>
              {lines.map(({ name, label, text }) => (
                <Table.Tr key={name}>
                  <Table.Th w="38%" scope="row" style={{ overflowWrap: 'anywhere' }}>
                    {label}
                  </Table.Th>
                  <Table.Td style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Stack>
  );
}

/** Fields that only the action uses. */
const internal = ['id', 'isGone', 'stageId'];
const moments = ['start', 'end'];

/** Lines of the preview: columns by name, other fields by label. */
function useLines({ fields, connector }: BindingDraftState, filled: Record<string, unknown>) {
  const { t, i18n } = useTranslation('integrations');
  const words = useConnectorWords();
  const { full } = useFormats();
  const hasColumns = fields.some(({ name, isRequired }) => name === 'fields' && isRequired);
  if (hasColumns) return Object.entries(filled).map(([name, value]) => ({ name, label: name, text: toText(value) }));
  return Object.entries(filled)
    .filter(([name]) => !internal.includes(name))
    .map(([name, value]) => ({
      name,
      label: i18n.exists(`integrations:preview.${name}`)
        ? t(`preview.${name}`)
        : words.field(connector?.key ?? '', name),
      text: moments.includes(name) ? full(String(value)) : toText(value),
    }));
}

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : String(value ?? '');
