import { IconDeviceDesktop, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import icon from '../../public/icon.svg';
import { applyTheme, readTheme, themes } from './theme.ts';

const themeIcons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };
const themeNames = { auto: 'Theme of the system', light: 'Light theme', dark: 'Dark theme' };

/** The line above all pages. */
export function Header({ version, onMenu, onSearch }: { version: string; onMenu(): void; onSearch(): void }) {
  return (
    <header className="header">
      <button type="button" className="icon-button menu" aria-label="Menu" onClick={onMenu}>
        <IconMenu2 size={20} aria-hidden />
      </button>
      <Link href="/" className="brand">
        <img src={icon} alt="" width="24" height="24" />
        <span>Frontdesk API</span>
        <small>{version}</small>
      </Link>
      <button type="button" className="search-button" onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      <ThemeButton />
      <a className="console-link" href="/">
        Console
      </a>
    </header>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);
  const Icon = themeIcons[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  const change = () => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={themeNames[theme]}
      title={themeNames[theme]}
      onClick={change}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
