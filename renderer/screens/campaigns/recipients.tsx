import { Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Query, Result } from '../../api/operations.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Pages } from '../../components/page/pages.tsx';
import { nameOf, underNameOf } from '../../components/values/customer.ts';
import { ServerText } from '../../components/values/server-text.tsx';
import { Time } from '../../components/values/time.tsx';
import { type Campaign, recipientsQuery } from './queries.ts';

type Recipient = Result<'listCampaignRecipients'>['data'][number];
type Status = Recipient['status'];

const statuses: Status[] = [
  ...(['PENDING', 'SENDING', 'SENT', 'DELIVERED', 'READ', 'REPLIED'] as const),
  ...(['FAILED', 'SKIPPED', 'UNKNOWN'] as const),
];
const pageSize = 25;
const typingPauseMs = 200;

/** Every recipient with what became of the message, and why it did not reach them. */
export function Recipients({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const [status, setStatus] = useState<Status | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs);
  const [page, setPage] = useState(1);
  const wanted: Query<'listCampaignRecipients'> = { page, limit: pageSize };
  if (status) wanted.status = status;
  if (search !== '') wanted.search = search;
  const list = useQuery({ ...recipientsQuery(campaign, wanted), placeholderData: keepPreviousData });
  const present = statuses.filter((one) => campaign.recipients[one] > 0);
  const total = list.data?.total ?? 0;
  return (
    <Stack gap="sm">
      <div className="cp-filters">
        <TextInput
          aria-label={t('recipients.search')}
          placeholder={t('recipients.search')}
          leftSection={<IconSearch size={17} aria-hidden />}
          type="search"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
        <Select
          aria-label={t('recipients.status')}
          placeholder={t('recipients.all', { count: campaign.recipients.total })}
          data={present.map((value) => ({
            value,
            label: `${t(`recipients.statuses.${value}`)} (${campaign.recipients[value]})`,
          }))}
          value={status}
          onChange={(chosen) => {
            setStatus(chosen as Status | null);
            setPage(1);
          }}
          clearable
        />
      </div>
      {list.error && <Failure error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data && list.data.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('recipients.none')}
        </Text>
      )}
      {list.data && list.data.data.length > 0 && <Rows rows={list.data.data} />}
      <Pages total={total} limit={pageSize} page={page} onChange={setPage} />
    </Stack>
  );
}

function Rows({ rows }: { rows: Recipient[] }) {
  const { t } = useTranslation('campaigns');
  return (
    <Table.ScrollContainer minWidth={420} type="native" tabIndex={0}>
      <Table verticalSpacing={6} aria-label={t('recipients.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('recipients.person')}</Table.Th>
            <Table.Th>{t('recipients.status')}</Table.Th>
            <Table.Th>{t('recipients.at')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                {nameOf(row)}
                <Text size="xs" c="dimmed">
                  {underNameOf(row)}
                </Text>
              </Table.Td>
              <Table.Td>
                <State row={row} />
              </Table.Td>
              <Table.Td>
                <Moment row={row} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function State({ row: { status, reason, error, optedOutAt } }: { row: Recipient }) {
  const { t } = useTranslation('campaigns');
  return (
    <>
      <span className="cp-status" data-status={status}>
        {t(`recipients.statuses.${status}`)}
      </span>
      {(reason || error || optedOutAt) && (
        <Text size="xs" c="dimmed">
          {reason && t(`report.reason.${reason}`)}
          {error && <ServerText text={error.message} />}
          {optedOutAt && t('recipients.optedOut')}
        </Text>
      )}
    </>
  );
}

/** The last thing that happened. */
function Moment({ row: { repliedAt, readAt, deliveredAt, sentAt } }: { row: Recipient }) {
  const at = repliedAt ?? readAt ?? deliveredAt ?? sentAt;
  return at === null ? null : <Time at={at} />;
}
