import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Page } from './page.tsx';

interface TabbedPageProps {
  title: string;
  intro: string;
  /** Each tab is at `path/name`, the first one at `path`, too. */
  path: string;
  tab: string | undefined;
  tabs: { name: string; label: string; content: ReactNode }[];
}

/** A page with tabs, each with its own path; only the active tab is mounted. */
export function TabbedPage({ title, intro, path, tab, tabs }: TabbedPageProps) {
  const [, navigate] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const shown = tab ?? tabs[0]?.name;
  useEffect(() => {
    if (shown) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <Page title={title} intro={intro}>
      <Tabs value={shown ?? null} onChange={(next) => navigate(`${path}/${next}`)} keepMounted={false}>
        <Tabs.List mb="md" ref={list}>
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
