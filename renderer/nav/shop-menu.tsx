import { Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { notifyFailure } from '../components/feedback/notify.ts';
import { switchShop, useConsole, useIsOwner } from '../session.ts';
import { DemoBadge, useIsDemo } from './demo-badge.tsx';

interface ShopProps {
  isIconOnly: boolean;
}

/** The shop's name, and a menu to show another shop and, for an owner, the shop's settings. */
export function ShopMenu({ isIconOnly }: ShopProps) {
  const { t } = useTranslation();
  const { workspace, workspaces } = useConsole();
  const client = useQueryClient();
  const isOwner = useIsOwner();
  const name = useShopName();
  if (!isOwner && workspaces.length < 2) return <ShopName isIconOnly={isIconOnly} />;
  return (
    <Menu position="bottom-start" width={240} shadow="md">
      <Menu.Target>
        <Tooltip label={name} position="right" disabled={!isIconOnly}>
          <UnstyledButton className="fd-nav-button">
            <Shop isIconOnly={isIconOnly} />
            {!isIconOnly && <IconChevronDown size={16} aria-hidden />}
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
            {isOwner && <Menu.Divider />}
          </>
        )}
        {isOwner && (
          <Menu.Item component={Link} href="/settings/shop" leftSection={<IconBuildingStore size={16} aria-hidden />}>
            {t('nav.shopSettings')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function useShopName(): string {
  const { t } = useTranslation();
  const { workspace } = useConsole();
  return useIsDemo() ? `${workspace.name} (${t('notices.demo')})` : workspace.name;
}

/** The shop's name where there is nothing to choose. */
const ShopName = ({ isIconOnly }: ShopProps) => (
  <Tooltip label={useShopName()} position="right" disabled={!isIconOnly}>
    <div className="fd-nav-button">
      <Shop isIconOnly={isIconOnly} />
    </div>
  </Tooltip>
);

function Shop({ isIconOnly }: ShopProps) {
  const { workspace } = useConsole();
  const isDemo = useIsDemo();
  const name = useShopName();
  return (
    <>
      <img src="/icon.svg" alt="" width={28} height={28} data-demo={isDemo || undefined} />
      {isIconOnly ? (
        <VisuallyHidden>{name}</VisuallyHidden>
      ) : (
        <span className="fd-nav-name">
          <b title={workspace.name}>{workspace.name}</b>
          <DemoBadge />
        </span>
      )}
    </>
  );
}
