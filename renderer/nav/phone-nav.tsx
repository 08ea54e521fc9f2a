import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isScreenAt } from '../screens/index.ts';
import { DemoBadge } from './demo-badge.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { NavLink } from './nav-link.tsx';
import { useMenu } from './use-menu.ts';

/** A phone's bar: the tabs that are used most, and a sheet with everything else. */
export function PhoneNav() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const { tabs } = useMenu();
  const [isOpen, sheet] = useDisclosure(false);
  const isElsewhere = !tabs.some((screen) => isScreenAt(screen, path));
  return (
    <nav className="fd-bar" aria-label={t('nav.label')}>
      <DemoBadge />
      <div className="fd-bar-row">
        {tabs.map((screen) => (
          <NavLink key={screen.name} screen={screen} label={t(`nav.tabs.${screen.name}`)} className="fd-bar-tab" />
        ))}
        <UnstyledButton
          className="fd-bar-tab"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-current={isElsewhere || undefined}
          onClick={sheet.open}
        >
          <IconDots size={20} stroke={1.7} aria-hidden />
          <span className="fd-nav-name">{t('nav.more')}</span>
        </UnstyledButton>
      </div>
      <MoreSheet opened={isOpen} onClose={sheet.close} />
    </nav>
  );
}
