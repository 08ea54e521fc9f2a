import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';

export default function Today() {
  const { t } = useTranslation();
  return <Page title={t('nav.today')}>{null}</Page>;
}
