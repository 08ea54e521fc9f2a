import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import en from '../../words/en/pipeline.json' with { type: 'json' };
import es from '../../words/es/pipeline.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/pipeline.json' with { type: 'json' };

addWords('pipeline', { en, pt, es });

export default function Pipeline() {
  const { t } = useTranslation('pipeline');
  return <Page title={t('shell:nav.pipeline')}>{t('empty')}</Page>;
}
