import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { useIsOwner } from '../../../session.ts';

type Use = Result<'listLibraryFileUses'>['data'][number];

/** Quick replies, flows, campaigns and other things with which a file is sent. */
export function FileUses({ id }: { id: string }) {
  const { t } = useTranslation('library-files');
  const isOwner = useIsOwner();
  const { data } = useQuery(operationQuery('listLibraryFileUses', { path: { id } }));
  return (
    <section aria-labelledby="file-uses">
      <Title order={3} size="h4" mb={6} id="file-uses">
        {t('uses')}
      </Title>
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('unused')}
        </Text>
      )}
      <ul className="fd-list">
        {data?.data.map((use) => (
          <li key={`${use.kind} ${use.id}`} className="fd-line">
            <Text span size="xs" c="dimmed" mr={8}>
              {t(`useKinds.${use.kind}`)}
            </Text>
            {isOwner || use.kind === 'QUICK_REPLY' ? (
              <Anchor component={Link} href={placeOf(use)} size="sm" fw={600}>
                {use.name}
              </Anchor>
            ) : (
              <Text span size="sm" fw={600}>
                {use.name}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The screen on which it is changed. */
function placeOf({ kind, id, agentId }: Use): string {
  switch (kind) {
    case 'QUICK_REPLY':
      return `/library/quick-replies/${id}`;
    case 'TEMPLATE':
      return `/library/templates/${id}`;
    case 'FLOW':
      return `/flows/${id}`;
    case 'CAMPAIGN':
      return `/campaigns/${id}`;
    case 'CATALOG_ITEM':
      return `/agents/${agentId}`;
  }
}
