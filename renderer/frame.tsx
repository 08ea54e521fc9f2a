import { ActionIcon, Group, Image, Select, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { DemoBadge, NoticeStrips } from './notices.tsx';
import { screens } from './screens/index.ts';
import { signOut, switchShop, useConsole } from './session.ts';

/** Frame of all screens: menu, current shop and the screen itself. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  return (
    <>
      <a className="fd-skip" href="#content">
        {t('nav.skip')}
      </a>
      <div className="fd-frame">
        <nav className="fd-nav" aria-label={t('nav.label')}>
          <Brand />
          {screens
            .filter(({ icon }) => icon !== undefined)
            .map(({ name, href, icon: Icon }) => (
              <Link
                key={name}
                href={href}
                className="fd-nav-link"
                aria-current={isCurrent(path, href) ? 'page' : undefined}
              >
                {Icon && <Icon size={20} stroke={1.7} aria-hidden />}
                <span className="fd-nav-text">{t(`nav.${name}`)}</span>
              </Link>
            ))}
          <Foot />
        </nav>
        <div className="fd-column">
          <NoticeStrips />
          <main className="fd-main" id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

const isCurrent = (path: string, href: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);

function Brand() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { workspace, workspaces } = useConsole();
  return (
    <>
      <Group gap={10} px={4} pb={10} wrap="nowrap" visibleFrom="xs">
        <Image src="/icon.svg" alt="" w={30} h={30} />
        <Text fw={650} truncate className="fd-nav-text">
          {workspace.name}
        </Text>
      </Group>
      <DemoBadge />
      {workspaces.length > 1 && (
        <Select
          className="fd-nav-text"
          size="xs"
          pb={8}
          aria-label={t('nav.workspace')}
          data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspace.id}
          onChange={(id) => id !== null && switchShop(client, id)}
          allowDeselect={false}
        />
      )}
    </>
  );
}

function Foot() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  return (
    <Group gap={6} mt="auto" pt={10} justify="center" wrap="nowrap" visibleFrom="xs">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('nav.theme')}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('nav.signOut')} onClick={() => signOut(client)}>
        <IconLogout size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
