import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import en from '../../words/en/calendar.json' with { type: 'json' };
import es from '../../words/es/calendar.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/calendar.json' with { type: 'json' };

addWords('calendar', { en, pt, es });

export default function Calendar() {
  const { t } = useTranslation('calendar');
  return <Page title={t('shell:nav.calendar')}>{t('empty')}</Page>;
}
