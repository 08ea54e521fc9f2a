import { Badge, Checkbox } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UnconfirmedBadge } from '../../../components/unconfirmed/unconfirmed.tsx';
import { addressOf, nameOf, underNameOf } from '../../../components/values/customer.ts';
import { PersonAvatar } from '../../../components/values/person-avatar.tsx';
import { Time } from '../../../components/values/time.tsx';
import type { Customer } from '../queries.ts';
import { TagList } from '../tag-list.tsx';

interface CustomerRowProps {
  customer: Customer;
  isPicked: boolean;
  onToggle(id: string): void;
}

const shownTags = 3;

/** One line of the table; the name is the link that the keys move between. */
export const CustomerRow = memo(
  function CustomerRow({ customer, isPicked, onToggle }: CustomerRowProps) {
    const { t } = useTranslation('customers');
    const { id, name, tags, lastMessageAt, createdAt, optedOut } = customer;
    const shown = nameOf(customer);
    return (
      <tr data-id={id} data-picked={isPicked || undefined}>
        <td className="cu-pick">
          <Checkbox aria-label={t('pick', { name: shown })} checked={isPicked} onChange={() => onToggle(id)} />
        </td>
        <td>
          <span className="cu-person">
            <PersonAvatar name={name ?? ''} size={28} />
            <span className="cu-cut">
              <Link href={`/customers/${id}`} className="cu-name">
                {shown}
              </Link>
              <span className="cu-narrow cu-dim">{underNameOf(customer)}</span>
            </span>
            <UnconfirmedBadge unconfirmed={customer.unconfirmed} />
            {optedOut && (
              <Badge size="sm" variant="default" tt="none">
                {t('optedOut')}
              </Badge>
            )}
          </span>
        </td>
        <td className="cu-wide fd-figures">
          {customer.phone === null && (name === null || customer.username === null) ? (
            <span className="cu-dim">{t('shell:hidden.number')}</span>
          ) : (
            addressOf(customer)
          )}
        </td>
        <td className="cu-wide">
          <TagList tags={tags} most={shownTags} />
        </td>
        <td className="cu-dim">{lastMessageAt === null ? '–' : <Time at={lastMessageAt} style="short" />}</td>
        <td className="cu-wide cu-dim">
          <Time at={createdAt} style="day" />
        </td>
      </tr>
    );
  },
  (before, after) => before.customer === after.customer && before.isPicked === after.isPicked,
);
