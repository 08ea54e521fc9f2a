import {
  Alert,
  Button,
  Group,
  List,
  MultiSelect,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { Choice } from '../../../components/form/choice.tsx';
import { CsvField, readCsvFile } from '../../../components/form/csv-field.tsx';
import { Card } from '../../../components/page/page.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import { ServerText } from '../../../components/values/server-text.tsx';
import { type Campaign, tagsQuery, viewsQuery } from '../queries.ts';
import { Recipients } from '../recipients.tsx';
import { useCampaignAction } from '../use-campaign-action.ts';
import { withChanges } from './message.ts';

type CsvPreview = Result<'validateCampaignCsv'>;

/** Preview of the audience before it is saved. */
interface Found {
  rows: CsvPreview['audience'];
  optedOut: number;
  duplicate: number;
  invalid: number;
  problems: CsvPreview['problems'];
}

const shownRows = 5;

interface WhomStepProps {
  campaign: Campaign;
  onNext(): void;
}

const sources = ['CSV', 'CONTACTS'] as const;

/** The audience: the people of a file, or customers by view, tag and search. Taking it leads to the next step. */
export function WhomStep({ campaign, onNext }: WhomStepProps) {
  const { t } = useTranslation('campaigns');
  const [source, setSource] = useState(campaign.audienceSource);
  const [found, setFound] = useState<Found | null>(null);
  const path = { id: campaign.id };
  const use = useCampaignAction(async (rows: Found['rows']) => {
    if (source !== campaign.audienceSource) {
      await call('updateMarketingCampaign', { path, body: withChanges(campaign, { audienceSource: source }) });
    }
    return call('replaceCampaignAudience', { path, body: { rows } });
  });
  const take = (rows: Found['rows']) =>
    use.mutate(rows, {
      onSuccess: ({ accepted }) => {
        notifyDone(t('audience.taken', { count: accepted }));
        onNext();
      },
    });
  const { total, SKIPPED } = campaign.recipients;
  return (
    <Card title={t('steps.whom')}>
      <Stack>
        {total > 0 && <Text size="sm">{t('audience.now', { count: total - SKIPPED })}</Text>}
        <Radio.Group
          aria-label={t('form.audience')}
          value={source}
          onChange={(chosen) => {
            setSource(chosen as typeof source);
            setFound(null);
          }}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
            {sources.map((one) => (
              <Choice key={one} value={one} label={t(`form.${one}`)} help={t(`form.${one}Help`)} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {source === 'CSV' ? <FromFile onFound={setFound} /> : <FromContacts onFound={setFound} />}
        {found && <Preview found={found} isPending={use.isPending} onUse={() => take(found.rows)} />}
        {use.error && <Failure error={use.error} />}
        {total > 0 && !found && (
          <>
            <Recipients campaign={campaign} />
            <Group justify="flex-end">
              <Button onClick={onNext}>{t('steps.next')}</Button>
            </Group>
          </>
        )}
      </Stack>
    </Card>
  );
}

interface FromProps {
  onFound(found: Found | null): void;
}

function FromFile({ onFound }: FromProps) {
  const { t } = useTranslation('campaigns');
  const [file, setFile] = useState<File | null>(null);
  const check = useMutation({
    mutationFn: async (chosen: File) => call('validateCampaignCsv', { body: { csv: await readCsvFile(chosen) } }),
    onSuccess: ({ audience, totals: { optedOut, duplicate, invalid }, problems }) =>
      onFound({ rows: audience, optedOut, duplicate, invalid, problems }),
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    onFound(null);
    if (chosen) check.mutate(chosen);
  };
  return (
    <>
      <CsvField
        label={t('audience.file')}
        description={t('audience.fileHelp')}
        value={file}
        isBusy={check.isPending}
        onChange={choose}
      />
      {check.error && <Failure error={check.error} />}
    </>
  );
}

function FromContacts({ onFound }: FromProps) {
  const { t } = useTranslation('campaigns');
  const known = useQuery(tagsQuery);
  const views = useViews();
  const [viewId, setViewId] = useState<string | null>(null);
  const [tags, setTags] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  const look = useMutation({
    mutationFn: () => {
      const view = views.find(({ id }) => id === viewId);
      const words = search.trim() || view?.search;
      const wanted = {
        ...(view && { filter: view.filter }),
        ...(tags.length > 0 && { tags }),
        ...(words && { search: words }),
      };
      return call('previewContactAudience', { body: wanted });
    },
    onSuccess: ({ rows, optedOut }) => onFound({ rows, optedOut, duplicate: 0, invalid: 0, problems: [] }),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    look.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Group align="flex-end" gap="xs">
        <Select
          label={t('audience.view')}
          placeholder={t('audience.allContacts')}
          data={views.map(({ id, name }) => ({ value: id, label: name }))}
          value={viewId}
          onChange={setViewId}
          clearable
          style={{ flex: '1 1 150px' }}
        />
        <MultiSelect
          label={t('audience.tags')}
          placeholder={tags.length === 0 ? t('audience.anyTag') : ''}
          data={known.data?.data.map(({ name }) => name) ?? []}
          value={tags}
          onChange={setTags}
          style={{ flex: '1 1 150px' }}
        />
        <TextInput
          label={t('audience.search')}
          style={{ flex: '1 1 120px' }}
          maxLength={120}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={look.isPending}>
          {t('audience.look')}
        </Button>
      </Group>
      {look.error && <Failure error={look.error} />}
    </form>
  );
}

/** The views that every shop has, by what they filter, and the shop's own. */
function useViews() {
  const { t } = useTranslation('campaigns');
  const own = useQuery(viewsQuery).data?.data ?? [];
  return [
    ...usualViews.map(({ id, filter }) => ({ id, filter, search: '', name: t(`audience.views.${id}`) })),
    ...own.map(({ id, filter, search, name }) => ({ id, filter, search, name })),
  ];
}

const usualViews = [
  { id: 'new', filter: 'newDays:30' },
  { id: 'unanswered', filter: 'unanswered' },
  { id: 'buyers', filter: 'buyer' },
  { id: 'leads', filter: 'lead' },
] as const;

function Preview({ found, isPending, onUse }: { found: Found; isPending: boolean; onUse(): void }) {
  const { t } = useTranslation('campaigns');
  const { rows, problems, ...counts } = found;
  const leftOut = (['optedOut', 'duplicate', 'invalid'] as const).filter((kind) => counts[kind] > 0);
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" fw={600}>
        {t('audience.found', { count: rows.length })}
      </Text>
      {leftOut.length > 0 && (
        <Text size="sm" c="dimmed">
          {leftOut.map((kind) => t(`audience.${kind}`, { count: counts[kind] })).join(' · ')}
        </Text>
      )}
      {problems.length > 0 && (
        <Alert color="orange" title={t('audience.problems')}>
          <List size="sm">
            {problems.slice(0, shownRows).map(({ row, message }) => (
              <List.Item key={`${row} ${message}`}>
                {t('audience.line', { row })} <ServerText text={message} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {rows.length > 0 && (
        <>
          <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
            <Table verticalSpacing={4}>
              <Table.Tbody>
                {rows.slice(0, shownRows).map(({ phone, contactId, name, variables }) => (
                  <Table.Tr key={contactId ?? phone}>
                    <Table.Td>{phone === null ? t('shell:hidden.customer') : formatPhone(phone)}</Table.Td>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td>{Object.values(variables).join(' · ')}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Group>
            <Button onClick={onUse} loading={isPending}>
              {t('audience.use', { count: rows.length })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
