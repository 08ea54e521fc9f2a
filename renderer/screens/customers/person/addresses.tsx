import { Badge, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from '../../../components/values/copy-icon.tsx';
import { HiddenNumber } from '../../../components/values/hidden-number.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import type { Person } from '../queries.ts';

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
            <AddressLine address={address} isPresent={isPresent(person, address)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const isId = ({ kind }: Address): boolean => kind === 'bsuid' || kind === 'lid';

const isPresent = ({ phone, username }: Person, { kind, value }: Address): boolean =>
  kind === 'phone' ? value === phone : kind === 'username' && value === username;

function AddressLine({ address, isPresent }: { address: Address; isPresent: boolean }) {
  const { t } = useTranslation('customers');
  if (isId(address)) return <HiddenNumber id={address.value} />;
  const text = address.kind === 'phone' ? formatPhone(address.value) : `@${address.value}`;
  return (
    <>
      <span className="cu-address fd-figures" data-past={!isPresent || undefined}>
        {text}
      </span>
      <Badge size="sm" variant={isPresent ? 'light' : 'default'} tt="none">
        {t(isPresent ? 'addresses.now' : 'addresses.earlier')}
      </Badge>
      {isPresent && <CopyIcon label={text} value={address.kind === 'phone' ? address.value : text} size={28} />}
    </>
  );
}
