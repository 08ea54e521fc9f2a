import { Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../components/feedback/empty.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Card } from '../../components/page/page.tsx';
import { type Licences, licencesQuery } from './queries.ts';

/** Components of Frontdesk with their licences. */
export function LicencesSection() {
  return (
    <Loaded query={licencesQuery} shape="list">
      {({ data }) => <LicencesCard licences={data} />}
    </Loaded>
  );
}

function LicencesCard({ licences }: { licences: Licences['data'] }) {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = licences.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  return (
    <Card title={t('licences.title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('licences.help')}
      </Text>
      <TextInput
        label={t('licences.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maw={360}
        mb="xs"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" aria-live="polite" mb="xs">
        {t('licences.found', { count: found.length })}
      </Text>
      {found.length === 0 ? (
        <Empty drawing="search" text={t('licences.none')} />
      ) : (
        <Table verticalSpacing={6} style={{ overflowWrap: 'anywhere' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="55%">{t('licences.name')}</Table.Th>
              <Table.Th>{t('licences.version')}</Table.Th>
              <Table.Th>{t('licences.licence')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map(({ name, version, licence }) => (
              <Table.Tr key={`${name} ${version}`}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{version}</Table.Td>
                <Table.Td>{licence}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}
