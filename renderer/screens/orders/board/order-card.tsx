import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UnconfirmedBadge } from '../../../components/unconfirmed/unconfirmed.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import type { Order } from '../order.ts';
import { Elapsed, Handover, Paid, Told } from '../order-values.tsx';

const shownItems = 3;

interface OrderCardProps {
  order: Order;
  now: number;
  lateAfterMinutes: number;
  /** It has just arrived. */
  isFresh: boolean;
}

/** What a card of the board says, large enough to be read from a metre away. */
export function OrderCard({ order, now, lateAfterMinutes, isFresh }: OrderCardProps) {
  const { t } = useTranslation('orders');
  const { money, number } = useFormats();
  const { currency } = useConsole();
  const rest = order.items.length - shownItems;
  const { paymentMethod, deliveryFee } = order;
  const facts = [
    ...(paymentMethod ? [t(`methods.${paymentMethod}`)] : []),
    ...(deliveryFee ? [t('withFee', { fee: money(deliveryFee, currency) })] : []),
  ];
  return (
    <>
      <div className="or-card-head">
        <span className="or-card-number">#{order.number}</span>
        {isFresh && <span className="or-fresh">{t('fresh')}</span>}
        <Elapsed order={order} now={now} lateAfterMinutes={lateAfterMinutes} />
      </div>
      <p className="or-card-name or-cut">{order.clientName}</p>
      <UnconfirmedBadge unconfirmed={order.unconfirmed} />
      <ul className="or-card-items">
        {order.items.slice(0, shownItems).map(({ name, quantity, notes }, index) => (
          <li key={index}>
            <strong>{number(quantity)}</strong>
            <span>
              {name}
              {notes && <em>{notes}</em>}
            </span>
          </li>
        ))}
        {rest > 0 && (
          <Text component="li" size="xs" c="dimmed">
            {t('moreItems', { count: rest })}
          </Text>
        )}
      </ul>
      <Handover order={order} />
      <div className="or-card-foot">
        <span className="or-money or-card-total">{money(order.total, currency)}</span>
        <Paid order={order} />
      </div>
      {facts.length > 0 && <p className="or-card-facts">{facts.join(' · ')}</p>}
      <Told order={order} />
    </>
  );
}
