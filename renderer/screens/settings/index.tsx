import { Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'wouter';
import { OwnersOnly } from '../../components/page/owners-only.tsx';
import { Page } from '../../components/page/page.tsx';
import { useIsOwner } from '../../session.ts';
import enPeople from '../../words/en/people.json' with { type: 'json' };
import en from '../../words/en/settings.json' with { type: 'json' };
import esPeople from '../../words/es/people.json' with { type: 'json' };
import es from '../../words/es/settings.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import ptPeople from '../../words/pt/people.json' with { type: 'json' };
import pt from '../../words/pt/settings.json' with { type: 'json' };
import { desktop } from './desktop.ts';
import { sections } from './sections.ts';
import './settings.css';

addWords('settings', { en, pt, es });
addWords('people', { en: enPeople, pt: ptPeople, es: esPeople });

/** Settings of the shop and the installation; each section has its own path. */
export default function Settings() {
  const { t } = useTranslation('settings');
  const { section: wanted } = useParams<{ section?: string }>();
  const isOwner = useIsOwner();
  const here = sections.filter(({ isDesktop }) => !isDesktop || desktop());
  const shown = here.filter(({ role }) => role !== 'owner' || isOwner);
  const known = here.find(({ name }) => name === wanted) ?? shown[0];
  const current = shown.find((section) => section === known);
  const Current = current?.show ?? OwnersOnly;
  // On a phone the menu is one line wider than the screen.
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <Page title={t('shell:nav.settings')}>
      <div className="fd-settings">
        <nav className="fd-settings-nav" aria-label={t('menu')}>
          {shown.map(({ name, icon: Icon }) => (
            <Link
              key={name}
              ref={name === current?.name ? link : undefined}
              href={`/settings/${name}`}
              className="fd-settings-link"
              aria-current={name === current?.name ? 'page' : undefined}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              {t(`sections.${name}`)}
            </Link>
          ))}
        </nav>
        <Stack gap="md" style={{ minWidth: 0 }}>
          <Current key={current?.name} />
        </Stack>
      </div>
    </Page>
  );
}
