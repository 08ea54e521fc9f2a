import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import en from '../../words/en/orders.json' with { type: 'json' };
import es from '../../words/es/orders.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/orders.json' with { type: 'json' };

addWords('orders', { en, pt, es });

export default function Orders() {
  const { t } = useTranslation('orders');
  return <Page title={t('shell:nav.orders')}>{t('empty')}</Page>;
}
