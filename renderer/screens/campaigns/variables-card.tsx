import { Button, Group, Select, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { Failure } from '../../components/failure.tsx';
import { notifyDone } from '../../components/notify.ts';
import { Card } from '../../components/page.tsx';
import { type Campaign, type ChatTemplate, templateQuery } from './queries.ts';
import { useCampaignAction } from './use-campaign-action.ts';

const sources = ['CONTACT', 'FIELD', 'FIXED'] as const;
const contactFields = ['firstName', 'name', 'phone', 'email'] as const;

type Mapping = Body<'replaceCampaignVariables'>['mappings'][number];

interface Row {
  source: Mapping['source'];
  value: string;
  fallback: string;
}

/** What stands in each gap of the template. */
export function VariablesCard({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const template = useQuery(templateQuery(campaign.channelTemplateId));
  return (
    <Card title={t('variables.title')}>
      {template.error && <Failure error={template.error} onRetry={template.refetch} />}
      {template.isPending && <Skeleton h={60} />}
      {template.data && <Form campaign={campaign} template={template.data} />}
    </Card>
  );
}

const textOf = ({ components }: ChatTemplate): string => components.flatMap(({ text }) => text ?? []).join('\n');

function Form({ campaign, template }: { campaign: Campaign; template: ChatTemplate }) {
  const { t } = useTranslation('campaigns');
  const [rows, setRows] = useState<Record<string, Row>>(() =>
    Object.fromEntries(
      template.variables.map((variable) => {
        const present = campaign.variables.find((one) => one.variable === variable);
        const begun: Row = present
          ? { ...present, fallback: present.fallback ?? '' }
          : { source: 'CONTACT', value: 'firstName', fallback: '' };
        return [variable, begun];
      }),
    ),
  );
  const save = useCampaignAction(() => {
    const mappings = Object.entries(rows).map(([variable, { source, value, fallback }]) => ({
      ...{ variable, source, value: value.trim() },
      fallback: fallback.trim() || null,
    })) as Mapping[];
    return call('replaceCampaignVariables', { path: { id: campaign.id }, body: { mappings } });
  });
  const change = (variable: string, row: Row) => setRows((present) => ({ ...present, [variable]: row }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: () => notifyDone(t('shell:common.saved')) });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <pre className="fd-code">{textOf(template)}</pre>
        {template.variables.length === 0 && <Text size="sm">{t('variables.none')}</Text>}
        {Object.entries(rows).map(([variable, row]) => (
          <Line key={variable} variable={variable} row={row} onChange={(changed) => change(variable, changed)} />
        ))}
        {save.error && <Failure error={save.error} />}
        {template.variables.length > 0 && (
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={save.isPending}
              disabled={Object.values(rows).some(({ value }) => value.trim() === '')}
            >
              {t('shell:common.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function Line({ variable, row, onChange }: { variable: string; row: Row; onChange(row: Row): void }) {
  const { t } = useTranslation('campaigns');
  const { source, value, fallback } = row;
  const choose = (chosen: string | null) =>
    chosen !== null &&
    onChange({ ...row, source: chosen as Mapping['source'], value: chosen === 'CONTACT' ? 'firstName' : '' });
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <Select
        label={t('variables.source', { variable: `{{${variable}}}` })}
        data={sources.map((one) => ({ value: one, label: t(`variables.${one}`) }))}
        value={source}
        onChange={choose}
        allowDeselect={false}
      />
      {source === 'CONTACT' ? (
        <Select
          label={t('variables.contactField')}
          data={contactFields.map((one) => ({ value: one, label: t(`variables.fields.${one}`) }))}
          value={value}
          onChange={(chosen) => chosen !== null && onChange({ ...row, value: chosen })}
          allowDeselect={false}
        />
      ) : (
        <TextInput
          label={t(source === 'FIELD' ? 'variables.column' : 'variables.text')}
          required
          maxLength={source === 'FIELD' ? 200 : 1_024}
          value={value}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t('variables.fallback')}
        maxLength={1_024}
        value={fallback}
        onChange={(event) => onChange({ ...row, fallback: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
