import { Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { notifyFailure } from '../components/feedback/notify.ts';
import { switchShop, useConsole } from '../session.ts';
import { DemoBadge, useIsDemo } from './demo-badge.tsx';

/** The shop's name, and a menu to show another shop. */
export function ShopMenu({ isIconOnly }: { isIconOnly: boolean }) {
  const { t } = useTranslation();
  const { workspace, workspaces } = useConsole();
  const client = useQueryClient();
  const isDemo = useIsDemo();
  const name = isDemo ? `${workspace.name} (${t('notices.demo')})` : workspace.name;
  return (
    <Menu position="bottom-start" width={240} shadow="md">
      <Menu.Target>
        <Tooltip label={name} position="right" disabled={!isIconOnly}>
          <UnstyledButton className="fd-nav-button">
            <img src="/icon.svg" alt="" width={28} height={28} data-demo={isDemo || undefined} />
            {isIconOnly ? (
              <VisuallyHidden>{name}</VisuallyHidden>
            ) : (
              <>
                <span className="fd-nav-name">
                  <b title={workspace.name}>{workspace.name}</b>
                  <DemoBadge />
                </span>
                <IconChevronDown size={16} aria-hidden />
              </>
            )}
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('nav.workspace')}>
        {workspaces.length > 1 && (
          <>
            <Menu.RadioGroup value={workspace.id} onChange={(id) => switchShop(client, id).catch(notifyFailure)}>
              {workspaces.map(({ id, name }) => (
                <Menu.RadioItem key={id} value={id}>
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
          </>
        )}
        <Menu.Item component={Link} href="/settings/shop" leftSection={<IconBuildingStore size={16} aria-hidden />}>
          {t('nav.shopSettings')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
