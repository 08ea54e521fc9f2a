import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Page } from './page.tsx';

interface TabbedPageProps {
  title: string;
  intro: string;
  /** Path of the first tab; the others are at `path/name`. */
  path: string;
  tab: string | undefined;
  tabs: { name: string; label: string; content: ReactNode }[];
}

/** A page with tabs, each with its own path; only the active tab is mounted. */
export function TabbedPage({ title, intro, path, tab, tabs }: TabbedPageProps) {
  const [, navigate] = useLocation();
  const first = tabs[0]?.name;
  return (
    <Page title={title} intro={intro}>
      <Tabs
        value={tab ?? first}
        onChange={(next) => navigate(next === first ? path : `${path}/${next}`)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
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
