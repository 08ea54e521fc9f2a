import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import en from '../../words/en/customers.json' with { type: 'json' };
import es from '../../words/es/customers.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/customers.json' with { type: 'json' };

addWords('customers', { en, pt, es });

export default function Customers() {
  const { t } = useTranslation('customers');
  return <Page title={t('shell:nav.customers')}>{t('empty')}</Page>;
}
