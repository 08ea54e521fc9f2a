import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { notifyLink } from '../components/feedback/notify.ts';
import { readAlertChoices } from './alert-choices.ts';
import { ring } from './bell.ts';
import { onNewOrder } from './new-orders.ts';

/** Rings once for a new order, and offers to open it unless the orders are in sight. */
export function useOrderAlerts(): void {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  useEffect(
    () =>
      onNewOrder(({ id, number, clientName }, calls) => {
        if (!calls) return;
        if (readAlertChoices().rings) ring(1).catch(() => {});
        if (path.startsWith('/orders')) return;
        notifyLink(t('alerts.order', { number, name: clientName }), t('alerts.open'), () => navigate(`/orders/${id}`));
      }),
    [t, path, navigate],
  );
}
