import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { operationQuery } from '../../api/query.ts';
import { Card } from '../../components/page/page.tsx';
import { type Entry, hrefOf } from '../../components/unconfirmed/entry.ts';
import { Fields } from '../../components/unconfirmed/unconfirmed.tsx';
import { useFormats } from '../../components/values/use-formats.ts';

const shownEntries = 8;

/** Lists assistants' unconfirmed entries, to be read and confirmed in their place; renders nothing if there are none. */
export function UnconfirmedCard({ refreshMs }: { refreshMs: number }) {
  const { t } = useTranslation('today');
  const { data } = useQuery({ ...operationQuery('listUnconfirmed'), refetchInterval: refreshMs });
  const entries = data?.data ?? [];
  if (entries.length === 0) return null;
  return (
    <Card title={t('unconfirmed.title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('shell:unconfirmed.help')}
      </Text>
      <Stack component="ul" className="td-list" gap="sm">
        {entries.slice(0, shownEntries).map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </Stack>
      {entries.length > shownEntries && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('unconfirmed.more', { count: entries.length - shownEntries })}
        </Text>
      )}
    </Card>
  );
}

function EntryLine({ entry }: { entry: Entry }) {
  const { t } = useTranslation('today');
  const { dateTime } = useFormats();
  const { kind, title, unconfirmed } = entry;
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minWidth: 0, flex: '1 1 14rem', overflowWrap: 'anywhere' }}>
        <Anchor component={Link} href={hrefOf(entry)} size="sm" fw={600}>
          {t(`unconfirmed.kinds.${kind}`, { title })}
        </Anchor>
        <Text size="xs" c="dimmed">
          {t('shell:unconfirmed.entered', { by: unconfirmed.by, at: dateTime(unconfirmed.at) })}{' '}
          <Fields of={unconfirmed} />
        </Text>
      </div>
      <Button component={Link} href={hrefOf(entry)} size="xs" variant="default">
        {t('unconfirmed.look')}
      </Button>
    </Group>
  );
}
