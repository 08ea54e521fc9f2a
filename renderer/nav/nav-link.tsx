import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { isScreenAt, type Screen } from '../screens/index.ts';
import { prefetch } from './prefetch.ts';
import { useNavCounts } from './use-nav-counts.ts';

interface NavLinkProps {
  screen: Screen;
  /** Absent: the screen's name. */
  label?: string;
  className: string;
  /** The name is a tooltip and is read aloud. */
  isIconOnly?: boolean;
  onClick?(): void;
}

/** Link to a screen with its icon, name and number. */
export function NavLink({ screen, label, className, isIconOnly = false, onClick }: NavLinkProps) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const { name, href, icon: Icon, countsWaiting = false } = screen;
  const count = useNavCounts()[name] ?? 0;
  const shown = label ?? t(`nav.${name}`);
  return (
    <Tooltip label={shown} position="right" disabled={!isIconOnly}>
      <Link
        href={href}
        className={className}
        aria-current={isScreenAt(screen, path) ? 'page' : undefined}
        onClick={onClick}
        onMouseEnter={() => prefetch(screen)}
        onFocus={() => prefetch(screen)}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
        {isIconOnly ? <VisuallyHidden>{shown}</VisuallyHidden> : <span className="fd-nav-name">{shown}</span>}
        {count > 0 && <NavBadge count={count} isWaiting={countsWaiting} />}
      </Link>
    </Tooltip>
  );
}

const mostShown = 99;

/** A number beside a screen's name; gold if it counts people who wait. */
function NavBadge({ count, isWaiting }: { count: number; isWaiting: boolean }) {
  const { t } = useTranslation();
  const shown = count > mostShown ? `${mostShown}+` : count;
  return (
    <span className="fd-nav-badge" data-waiting={isWaiting || undefined}>
      {isWaiting ? (
        <>
          <span aria-hidden>{shown}</span>
          <VisuallyHidden>{t('nav.waiting', { count })}</VisuallyHidden>
        </>
      ) : (
        shown
      )}
    </span>
  );
}
