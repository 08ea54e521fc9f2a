import { Alert, Button, Group, List, MultiSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyDone } from '../../components/feedback/notify.ts';
import { CsvField, readCsvFile } from '../../components/form/csv-field.tsx';
import { Card } from '../../components/page/page.tsx';
import { formatPhone } from '../../components/values/phone.ts';
import { ServerText } from '../../components/values/server-text.tsx';
import { type Campaign, tagsQuery } from './queries.ts';
import { useCampaignAction } from './use-campaign-action.ts';

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

/** Audience of the campaign: people from a file or contacts with a tag. */
export function AudienceCard({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const [found, setFound] = useState<Found | null>(null);
  const use = useCampaignAction((rows: Found['rows']) =>
    call('replaceCampaignAudience', { path: { id: campaign.id }, body: { rows } }),
  );
  const take = (rows: Found['rows']) =>
    use.mutate(rows, {
      onSuccess: ({ accepted }) => {
        notifyDone(t('audience.taken', { count: accepted }));
        setFound(null);
      },
    });
  return (
    <Card title={t('audience.title')}>
      <Stack>
        <Text size="sm">{t('audience.now', { count: campaign.recipients.total - campaign.recipients.SKIPPED })}</Text>
        {campaign.audienceSource === 'CSV' ? <FromFile onFound={setFound} /> : <FromContacts onFound={setFound} />}
        {found && <Preview found={found} isPending={use.isPending} onUse={() => take(found.rows)} />}
        {use.error && <Failure error={use.error} />}
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
  const [tags, setTags] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  const look = useMutation({
    mutationFn: () => {
      const filter = {
        ...(tags.length > 0 ? { tags } : {}),
        ...(search.trim() === '' ? {} : { search: search.trim() }),
      };
      return call('previewContactAudience', { body: filter });
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
        <MultiSelect
          label={t('audience.tags')}
          placeholder={tags.length === 0 ? t('audience.allContacts') : ''}
          data={known.data?.data.map(({ name }) => name) ?? []}
          value={tags}
          onChange={setTags}
          style={{ flex: '1 1 240px' }}
        />
        <TextInput
          label={t('audience.search')}
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
                {rows.slice(0, shownRows).map(({ phone, name, variables }) => (
                  <Table.Tr key={phone}>
                    <Table.Td>{formatPhone(phone)}</Table.Td>
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
