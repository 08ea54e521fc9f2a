import { Button, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { notifyFailure } from '../../../components/feedback/notify.ts';

import { Section } from '../../../components/page/page.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useIsOwner } from '../../../session.ts';
import { type Campaign, reportQuery } from '../queries.ts';
import { Timeline } from './timeline.tsx';

const reached = ['sent', 'delivered', 'read', 'replied', 'failed'] as const;
const rateOf = { delivered: 'delivery', read: 'read', replied: 'reply', failed: 'failure' } as const;

/** Results of the campaign so far, by hour too, with the recipients as a file. */
export function Report({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation('campaigns');
  const { number } = useFormats();
  const isOwner = useIsOwner();
  const file = useMutation({
    mutationFn: () => saveFile('getCampaignReport', { path: { id: campaign.id }, query: { acknowledged: true } }),
    onError: notifyFailure,
  });
  const report = useQuery(reportQuery(campaign));
  if (report.error) return <Failure error={report.error} onRetry={report.refetch} />;
  if (!report.data) return <Loading shape="figures" />;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const shareOf = (name: (typeof reached)[number], { rates }: Result<'getCampaignReport'>): string => {
    const rate = name === 'sent' ? null : rates[rateOf[name]];
    return rate === null ? '' : percent.format(rate);
  };
  const { failures, skipped, optOuts } = report.data;
  return (
    <Section
      title={t('report.title')}
      actions={
        isOwner && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={file.isPending}
            onClick={() => file.mutate()}
          >
            {t('report.csv')}
          </Button>
        )
      }
    >
      <Stack>
        <SimpleGrid cols={{ base: 2, sm: 5 }}>
          {reached.map((name) => (
            <div key={name}>
              <Text size="xs" c="dimmed">
                {t(`report.${name}`)}
              </Text>
              <Text size="xl" fw={650}>
                {number(report.data.reached[name])}
              </Text>
              <Text size="xs" c="dimmed">
                {shareOf(name, report.data)}
              </Text>
            </div>
          ))}
        </SimpleGrid>
        <Timeline timeline={report.data.timeline} />
        {optOuts > 0 && <Text size="sm">{t('report.optOuts', { count: optOuts })}</Text>}
        {skipped.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              {t('report.skipped')}
            </Text>
            <List size="sm">
              {skipped.map(({ reason, count }) => (
                <List.Item key={reason}>{`${t(`report.reason.${reason}`)}: ${number(count)}`}</List.Item>
              ))}
            </List>
          </div>
        )}
        {failures.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              {t('report.failures')}
            </Text>
            <List size="sm">
              {failures.map(({ code, message, count }) => (
                <List.Item key={`${code} ${message}`}>{`${message} (${number(count)})`}</List.Item>
              ))}
            </List>
          </div>
        )}
      </Stack>
    </Section>
  );
}
