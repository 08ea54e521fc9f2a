import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowsJoin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { nameOf } from '../../../components/values/customer.ts';
import { formatPhone } from '../../../components/values/phone.ts';
import { ServerText } from '../../../components/values/server-text.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useIsOwner } from '../../../session.ts';
import type { Person } from '../queries.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { useUndoJoin } from './use-identity.ts';

/** Lists customers who may be the same person, and customers that were merged into this one in the last day. */
export function SamePerson({ person }: { person: Person }) {
  const { joins, mayBe } = person;
  if (joins.length === 0 && mayBe.length === 0) return null;
  return (
    <Stack gap="sm" mb="lg">
      {joins.map((join) => (
        <Joined key={join.id} join={join} />
      ))}
      {mayBe.map((other) => (
        <MayBe key={`${other.id} ${other.address.value}`} person={person} other={other} />
      ))}
    </Stack>
  );
}

function Joined({ join: { id, contact, byEvidence, at, obstacle } }: { join: Person['joins'][number] }) {
  const { t } = useTranslation('customers');
  const isOwner = useIsOwner();
  const undo = useUndoJoin();
  return (
    <Alert color="brand" icon={<IconArrowsJoin2 aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm">
            {t(byEvidence ? 'joins.byEvidence' : 'joins.byHand', { name: nameOf(contact) })} · <Time at={at} />
          </Text>
          {obstacle !== null && (
            <Text size="sm" c="dimmed">
              {t('joins.cannot')} <ServerText text={obstacle} />
            </Text>
          )}
        </div>
        {isOwner && obstacle === null && (
          <Button variant="default" size="xs" loading={undo.isPending} onClick={() => undo.mutate(id)}>
            {t('joins.undo')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Another customer who had, or now has, an address of this one. */
function MayBe({ person, other }: { person: Person; other: Person['mayBe'][number] }) {
  const { t } = useTranslation('customers');
  const isOwner = useIsOwner();
  const [isMerging, setIsMerging] = useState(false);
  const { kind, value } = other.address;
  const isHere = person.addresses.some((one) => one.kind === kind && one.value === value);
  const address = kind === 'phone' ? formatPhone(value) : t('addresses.itsId');
  return (
    <Alert color="orange" title={t('mayBe.title')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {t(isHere ? 'mayBe.here' : 'mayBe.there', { address })}{' '}
          <Anchor component={Link} href={`/customers/${other.id}`} inherit underline="always">
            {nameOf(other)}
          </Anchor>
        </Text>
        {isOwner && (
          <Button variant="default" size="xs" onClick={() => setIsMerging(true)}>
            {t('merge.open')}
          </Button>
        )}
      </Group>
      <MergeDialog opened={isMerging} person={person} otherId={other.id} onClose={() => setIsMerging(false)} />
    </Alert>
  );
}
