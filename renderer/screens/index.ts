import { IconHome } from '@tabler/icons-react';
import type { ComponentType } from 'react';

type Icon = typeof IconHome;

export interface Screen {
  /** Names its words (`nav.<name>`) and its folder. */
  name: string;
  /** Where the menu leads. */
  href: string;
  /** The route, with what may follow. */
  path: string;
  /** Absent: not in the menu. */
  icon?: Icon;
  load(): Promise<{ default: ComponentType }>;
}

/** The console's screens in the order of the menu. */
export const screens: Screen[] = [
  { name: 'today', href: '/', path: '/', icon: IconHome, load: () => import('./today/index.tsx') },
];
