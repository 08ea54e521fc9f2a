import { Badge, Button, Title } from '@mantine/core';
import { IconArrowsSplit2, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { CopyIcon } from '../../../components/values/copy-icon.tsx';
import { HiddenNumber } from '../../../components/values/hidden-number.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import { useIsOwner } from '../../../session.ts';
import type { Person } from '../queries.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { NumberDialog } from './number-dialog.tsx';
import { useSplit } from './use-identity.ts';

type Address = Person['addresses'][number];

const order = ['phone', 'username', 'bsuid', 'lid'] as const;

/** The numbers, user names and ids under which a person is known, each kind's present one first. */
export function Addresses({ person }: { person: Person }) {
  const { t } = useTranslation('customers');
  const rank = (address: Address) => 2 * order.indexOf(address.kind) + (isPresent(person, address) ? 0 : 1);
  const addresses = person.addresses.toSorted((one, other) => rank(one) - rank(other));
  return (
    <section aria-labelledby="cu-addresses-title">
      <Title order={2} size="h6" mb={4} id="cu-addresses-title">
        {t('addresses.title')}
      </Title>
      {person.phone === null && !addresses.some(isId) && <HiddenNumber />}
      <ul className="cu-addresses">
        {addresses.map((address) => (
          <li key={`${address.kind}:${address.value}`}>
            <AddressLine person={person} address={address} />
          </li>
        ))}
      </ul>
      <NumberButton person={person} />
    </section>
  );
}

const isId = ({ kind }: Address): boolean => kind === 'bsuid' || kind === 'lid';

const isPresent = ({ phone, username }: Person, { kind, value }: Address): boolean =>
  kind === 'phone' ? value === phone : kind === 'username' && value === username;

function AddressLine({ person, address }: { person: Person; address: Address }) {
  const { t } = useTranslation('customers');
  const text = address.kind === 'phone' ? formatPhone(address.value) : `@${address.value}`;
  const isNow = isPresent(person, address);
  return (
    <>
      {isId(address) ? (
        <HiddenNumber id={address.value} />
      ) : (
        <>
          <span className="cu-address fd-figures" data-past={!isNow || undefined}>
            {text}
          </span>
          <Badge size="sm" flex="none" variant={isNow ? 'light' : 'default'} tt="none">
            {t(isNow ? 'addresses.now' : 'addresses.earlier')}
          </Badge>
          {isNow && <CopyIcon label={text} value={address.kind === 'phone' ? address.value : text} size={28} />}
        </>
      )}
      <SplitButton person={person} address={address} />
    </>
  );
}

/** Splits an address of another person off. The last address that accepts replies stays. */
function SplitButton({ person, address: { kind, value } }: { person: Person; address: Address }) {
  const { t } = useTranslation('customers');
  const isOwner = useIsOwner();
  const split = useSplit(person.id);
  const reachable = person.addresses.filter((address) => address.kind !== 'username');
  if (!isOwner || kind === 'username' || reachable.length < 2) return null;
  return (
    <ConfirmButton
      icon={<IconArrowsSplit2 size={16} aria-hidden />}
      color="brand"
      question={t('addresses.splitQuestion')}
      onConfirm={() => split.mutate({ kind, value })}
    >
      {t('addresses.notTheirs')}
    </ConfirmButton>
  );
}

/** Records another number. Leads to a merge if the number belongs to another customer. */
function NumberButton({ person }: { person: Person }) {
  const { t } = useTranslation('customers');
  const [isOpen, setIsOpen] = useState(false);
  const [otherId, setOtherId] = useState<string | null>(null);
  const merge = (id: string) => {
    setIsOpen(false);
    setOtherId(id);
  };
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        leftSection={<IconPencil size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t(person.phone === null ? 'number.add' : 'number.change')}
      </Button>
      <NumberDialog opened={isOpen} person={person} onClose={() => setIsOpen(false)} onMerge={merge} />
      <MergeDialog opened={otherId !== null} person={person} otherId={otherId} onClose={() => setOtherId(null)} />
    </>
  );
}
