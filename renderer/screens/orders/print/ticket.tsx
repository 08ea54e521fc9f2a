import { useTranslation } from 'react-i18next';
import { formatPhone } from '../../../components/values/phone.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { isDelivery, type Order } from '../order.ts';

/** An order as it is printed: 80 mm wide, black on white. */
export function Ticket({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { money, dateTime } = useFormats();
  const { workspace, currency } = useConsole();
  return (
    <div className="or-ticket">
      <p className="or-ticket-shop">{workspace.name}</p>
      <p className="or-ticket-number">#{order.number}</p>
      <p className="or-ticket-kind">{isDelivery(order) ? t('delivery') : t('pickup')}</p>
      <p>{dateTime(order.createdAt)}</p>
      <hr />
      <p className="or-ticket-name">{order.clientName}</p>
      {order.clientPhone !== null && <p>{formatPhone(order.clientPhone)}</p>}
      {isDelivery(order) && <p>{order.address}</p>}
      <hr />
      <TicketItems order={order} />
      <hr />
      {order.deliveryFee !== null && order.deliveryFee > 0 && (
        <p className="or-ticket-line">
          <span>{t('fee')}</span> <span>{money(order.deliveryFee, currency)}</span>
        </p>
      )}
      <p className="or-ticket-line or-ticket-total">
        <span>{t('total')}</span> <span>{money(order.total, currency)}</span>
      </p>
      <p className="or-ticket-kind">
        {order.paymentStatus === 'PAID' ? t('paid') : t('unpaid')}
        {order.paymentMethod && ` · ${t(`methods.${order.paymentMethod}`)}`}
      </p>
      {order.notes && <p className="or-ticket-note">{order.notes}</p>}
      <p className="or-ticket-thanks">{t('print.thanks')}</p>
    </div>
  );
}

function TicketItems({ order: { items } }: { order: Order }) {
  const { money, number } = useFormats();
  const { currency } = useConsole();
  return items.map(({ name, quantity, unitPrice, notes }, index) => (
    <div key={index}>
      <p className="or-ticket-line">
        <span>
          {number(quantity)} × {name}
        </span>
        <span>{money(quantity * unitPrice, currency)}</span>
      </p>
      {notes && <p className="or-ticket-note">{notes}</p>}
    </div>
  ));
}
