import { Anchor, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Section } from '../../../components/page/page.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import { type Campaign, returnsQuery } from '../queries.ts';

/** The orders that followed the message. */
export function Returns({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const { money } = useFormats();
  const { currency } = useConsole();
  const { data } = useQuery(returnsQuery(campaign));
  if (!data) return null;
  const { days, orders, buyers, total, newest } = data;
  return (
    <Section title={t('returns.title')}>
      {orders === 0 ? (
        <Text size="sm" c="dimmed">
          {t('returns.none', { count: days })}
        </Text>
      ) : (
        <>
          <Text size="sm">
            <strong>{money(total, currency)}</strong> {t('returns.orders', { count: orders })}{' '}
            {t('returns.buyers', { count: buyers })} {t('returns.within', { count: days })}
          </Text>
          <List size="sm" mt="xs">
            {newest.map((order) => (
              <List.Item key={order.id}>
                <Anchor component={Link} href={`/orders/${order.id}`}>
                  {`#${order.number} ${order.clientName}`}
                </Anchor>{' '}
                {money(order.total, currency)} · <Time at={order.createdAt} />
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Section>
  );
}
