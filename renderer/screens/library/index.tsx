import { useTranslation } from 'react-i18next';
import { Redirect, useParams } from 'wouter';
import { TabbedPage } from '../../components/page/tabbed-page.tsx';
import { useIsOwner } from '../../session.ts';
import en from '../../words/en/library.json' with { type: 'json' };
import es from '../../words/es/library.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/library.json' with { type: 'json' };
import { Catalogs } from './catalogs/index.tsx';
import { Files } from './files/index.tsx';
import { QuickReplies } from './quick-replies/index.tsx';
import { Templates } from './templates/index.tsx';
import { NewTemplate } from './templates/new-template.tsx';
import { TemplatePage } from './templates/template-page.tsx';
import './templates/words.ts';

addWords('library', { en, pt, es });

/** What the shop says again and again: a tab at `/library/<tab>`, one entry of it at `/library/<tab>/:id`. */
export default function Library() {
  const { t } = useTranslation('library');
  const isOwner = useIsOwner();
  const { tab, id } = useParams<{ tab?: string; id?: string }>();
  const catalogs = { name: 'catalogs', label: t('tabs.catalogs'), content: <Catalogs /> };
  const tabs = [
    { name: 'templates', label: t('tabs.templates'), content: <Templates /> },
    { name: 'quick-replies', label: t('tabs.quickReplies'), content: <QuickReplies /> },
    { name: 'files', label: t('tabs.files'), content: <Files /> },
    ...(isOwner ? [catalogs] : []),
  ];
  if (tab === 'templates' && id !== undefined) {
    return id === 'new' ? <NewTemplate /> : <TemplatePage key={id} id={id} />;
  }
  if (!tabs.some(({ name }) => name === tab)) return <Redirect to="/library/templates" replace />;
  return <TabbedPage title={t('shell:nav.library')} intro={t('intro')} path="/library" tab={tab} tabs={tabs} />;
}
