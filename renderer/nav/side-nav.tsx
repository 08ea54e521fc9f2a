import { UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isScreenAt } from '../screens/index.ts';
import { NavLink } from './nav-link.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { ShopMenu } from './shop-menu.tsx';
import { type MenuGroup, useMenu } from './use-menu.ts';

/** Menu at the side: the shop, groups of screens, the person. */
export function SideNav({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation();
  const { groups } = useMenu();
  return (
    <nav className="fd-nav" aria-label={t('nav.label')}>
      <ShopMenu isIconOnly={isCollapsed} />
      <SearchButton isIconOnly={isCollapsed} />
      <div className="fd-nav-groups">
        {groups.map((group) =>
          isCollapsed ? <IconGroup key={group.name} group={group} /> : <NamedGroup key={group.name} group={group} />,
        )}
      </div>
      <PersonMenu isIconOnly={isCollapsed} />
    </nav>
  );
}

/** Links of one group as icons; nothing is hidden, since there is no heading to open it by. */
function IconGroup({ group }: { group: MenuGroup }) {
  const { t } = useTranslation();
  return (
    <ul className="fd-nav-group" aria-label={t(`nav.groups.${group.name}`)}>
      {group.screens.map((screen) => (
        <li key={screen.name}>
          <NavLink screen={screen} className="fd-nav-link" isIconOnly />
        </li>
      ))}
    </ul>
  );
}

function NamedGroup({ group: { name, screens, canClose } }: { group: MenuGroup }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [isClosed, setIsClosed] = useLocalStorage({
    key: `frontdesk.closed.${name}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const headingId = useId();
  const heading = t(`nav.groups.${name}`);
  // The current screen stays in sight.
  const shown = canClose && isClosed ? screens.filter((screen) => isScreenAt(screen, path)) : screens;
  return (
    <div>
      {canClose ? (
        <UnstyledButton
          id={headingId}
          className="fd-nav-heading"
          aria-expanded={!isClosed}
          onClick={() => setIsClosed(!isClosed)}
        >
          {heading}
          <IconChevronRight size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        <div id={headingId} className="fd-nav-heading">
          {heading}
        </div>
      )}
      <ul className="fd-nav-group" aria-labelledby={headingId}>
        {shown.map((screen) => (
          <li key={screen.name}>
            <NavLink screen={screen} className="fd-nav-link" />
          </li>
        ))}
      </ul>
    </div>
  );
}
