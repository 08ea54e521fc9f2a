import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { notifyDone } from '../../components/feedback/notify.ts';
import type { Form } from '../../components/form/form.ts';
import { Card } from '../../components/page/page.tsx';
import { type Campaign, type ChatTemplate, templateQuery } from './queries.ts';
import { useCampaignAction } from './use-campaign-action.ts';

const sources = ['CONTACT', 'FIELD', 'FIXED'] as const;
const contactFields = ['firstName', 'name', 'phone', 'email'] as const;

type Mapping = Body<'replaceCampaignVariables'>['mappings'][number];

interface Row {
  variable: string;
  source: Mapping['source'];
  value: string;
  fallback: string;
}

interface Fields {
  rows: Row[];
}

/** Values of the template's variables. */
export function VariablesCard({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const template = useQuery(templateQuery(campaign.channelTemplateId));
  return (
    <Card title={t('variables.title')}>
      {template.error && <Failure error={template.error} onRetry={template.refetch} />}
      {template.isPending && <Loading shape="form" size="sm" />}
      {template.data && <VariablesForm campaign={campaign} template={template.data} />}
    </Card>
  );
}

const textOf = ({ components }: ChatTemplate): string => components.flatMap(({ text }) => text ?? []).join('\n');

/** One row per variable: the saved mapping, else the first name. */
const beginWith = ({ variables: mapped }: Campaign, { variables }: ChatTemplate): Fields => ({
  rows: variables.map((variable) => {
    const present = mapped.find((one) => one.variable === variable);
    return present
      ? { ...present, fallback: present.fallback ?? '' }
      : { variable, source: 'CONTACT', value: 'firstName', fallback: '' };
  }),
});

/** Safe cast: a contact field is chosen from the list, so each row is one of the server's kinds. */
const toMapping = ({ variable, source, value, fallback }: Row): Mapping =>
  ({ variable, source, value: value.trim(), fallback: fallback.trim() || null }) as Mapping;

function VariablesForm({ campaign, template }: { campaign: Campaign; template: ChatTemplate }) {
  const { t } = useTranslation('campaigns');
  const form = useForm({ initialValues: beginWith(campaign, template) });
  const save = useCampaignAction((mappings: Mapping[]) =>
    call('replaceCampaignVariables', { path: { id: campaign.id }, body: { mappings } }),
  );
  const onSubmit = form.onSubmit(({ rows }) =>
    save.mutate(rows.map(toMapping), { onSuccess: () => notifyDone(t('shell:common.saved')) }),
  );
  const { rows } = form.values;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <pre className="fd-code">{textOf(template)}</pre>
        {rows.length === 0 && <Text size="sm">{t('variables.none')}</Text>}
        {rows.map((row, index) => (
          <Line key={row.variable} form={form} row={row} path={`rows.${index}`} />
        ))}
        {save.error && <Failure error={save.error} />}
        {rows.length > 0 && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={rows.some(({ value }) => value.trim() === '')}>
              {t('shell:common.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

interface LineProps {
  form: Form<Fields>;
  row: Row;
  /** Path of the row in the form. */
  path: `rows.${number}`;
}

function Line({ form, row, path }: LineProps) {
  const { t } = useTranslation('campaigns');
  const { variable, source } = row;
  const choose = (chosen: Mapping['source']) =>
    form.setFieldValue(path, { ...row, source: chosen, value: chosen === 'CONTACT' ? 'firstName' : '' });
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <Select
        label={t('variables.source', { variable: `{{${variable}}}` })}
        data={sources.map((one) => ({ value: one, label: t(`variables.${one}`) }))}
        value={source}
        onChange={(chosen) => chosen !== null && choose(chosen)}
        allowDeselect={false}
      />
      {source === 'CONTACT' ? (
        <Select
          label={t('variables.contactField')}
          data={contactFields.map((one) => ({ value: one, label: t(`variables.fields.${one}`) }))}
          allowDeselect={false}
          {...form.getInputProps(`${path}.value`)}
        />
      ) : (
        <TextInput
          label={t(source === 'FIELD' ? 'variables.column' : 'variables.text')}
          required
          maxLength={source === 'FIELD' ? 200 : 1_024}
          {...form.getInputProps(`${path}.value`)}
        />
      )}
      <TextInput label={t('variables.fallback')} maxLength={1_024} {...form.getInputProps(`${path}.fallback`)} />
    </SimpleGrid>
  );
}
