import { Anchor, Badge, Box, Group, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { operationQuery } from '../../../api/query.ts';
import { ApiError } from '../../../api/refusals.ts';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { UnconfirmedNote } from '../../../components/unconfirmed/unconfirmed.tsx';
import { nameOf } from '../../../components/values/customer.ts';
import { PersonAvatar } from '../../../components/values/person-avatar.tsx';
import type { Person } from '../queries.ts';
import { Facts } from './facts.tsx';
import { PersonActions } from './person-actions.tsx';
import { SamePerson } from './same-person.tsx';
import { Timeline } from './timeline.tsx';
import './person.css';

/** One person: facts at the left, everything that happened at the right. `id` may also be a number. */
export function PersonPage({ id }: { id: string }) {
  const { t } = useTranslation('customers');
  const { data, error, refetch } = useQuery({ ...operationQuery('getContact', { path: { phone: id } }), retry: false });
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="fd-page">
      <Anchor component={Link} href="/customers" className="cu-back">
        <IconArrowLeft size={16} aria-hidden /> {t('shell:nav.customers')}
      </Anchor>
      {isGone && <Empty drawing="search" text={t('person.gone')} />}
      {error && !isGone && !data && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading shape="form" count={5} />}
      {data && !isGone && <PersonDetails person={data} />}
    </div>
  );
}

function PersonDetails({ person }: { person: Person }) {
  const { t } = useTranslation('customers');
  const { name, optedOut } = person;
  return (
    <>
      <Group justify="space-between" align="center" mb="lg" gap="sm">
        <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
          <PersonAvatar name={name ?? ''} size={44} />
          <div style={{ minWidth: 0 }}>
            <Title order={1}>{nameOf(person)}</Title>
          </div>
          {optedOut && (
            <Badge variant="default" tt="none">
              {t('optedOut')}
            </Badge>
          )}
        </Group>
        <PersonActions person={person} />
      </Group>
      {person.unconfirmed && (
        <Box mb="lg">
          <UnconfirmedNote kind="contact" id={person.id} unconfirmed={person.unconfirmed} />
        </Box>
      )}
      <SamePerson person={person} />
      <div className="cu-columns">
        <Facts key={person.id} person={person} />
        <Timeline person={person} />
      </div>
    </>
  );
}
