import {
  IconArrowsExchange,
  IconBook,
  IconCalendar,
  IconDeviceMobile,
  IconHome,
  IconKey,
  IconLayoutKanban,
  IconMessages,
  IconPlugConnected,
  IconRobot,
  IconSettings,
  IconShoppingBag,
  IconSitemap,
  IconSpeakerphone,
  IconTemplate,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type Group = 'serve' | 'sell' | 'automate' | 'connect';

export interface Screen {
  /** Folder, and key of the title (`nav.<name>`). */
  name: string;
  /** Target of the menu entry. */
  href: string;
  /** Route pattern, with optional parameters. */
  path: string;
  icon: typeof IconHome;
  /** Group of the menu; absent: in the person's menu. */
  group?: Group;
  /** Who may open it; absent: everyone. */
  role?: 'owner';
  /** The number beside its name counts people who wait. */
  countsWaiting?: boolean;
  load(): Promise<{ default: ComponentType }>;
}

/** The console's screens; each group of the menu has them in this order. */
export const screens: Screen[] = [
  { name: 'today', href: '/', path: '/', icon: IconHome, group: 'serve', load: () => import('./today/index.tsx') },
  {
    name: 'inbox',
    href: '/inbox',
    path: '/inbox/:id?',
    icon: IconMessages,
    group: 'serve',
    countsWaiting: true,
    load: () => import('./inbox/index.tsx'),
  },
  {
    name: 'calendar',
    href: '/calendar',
    path: '/calendar/:id?',
    icon: IconCalendar,
    group: 'serve',
    load: () => import('./calendar/index.tsx'),
  },
  {
    name: 'orders',
    href: '/orders',
    path: '/orders/:id?',
    icon: IconShoppingBag,
    group: 'sell',
    load: () => import('./orders/index.tsx'),
  },
  {
    name: 'pipeline',
    href: '/pipeline',
    path: '/pipeline/:id?',
    icon: IconLayoutKanban,
    group: 'sell',
    load: () => import('./pipeline/index.tsx'),
  },
  {
    name: 'customers',
    href: '/customers',
    path: '/customers/:id?',
    icon: IconUsers,
    group: 'sell',
    load: () => import('./customers/index.tsx'),
  },
  {
    name: 'campaigns',
    href: '/campaigns',
    path: '/campaigns/:id?',
    icon: IconSpeakerphone,
    group: 'sell',
    role: 'owner',
    load: () => import('./campaigns/index.tsx'),
  },
  {
    name: 'agents',
    href: '/agents',
    path: '/agents/:id?/:section?',
    icon: IconRobot,
    group: 'automate',
    role: 'owner',
    load: () => import('./agents/index.tsx'),
  },
  {
    name: 'flows',
    href: '/flows',
    path: '/flows/:id?',
    icon: IconSitemap,
    group: 'automate',
    role: 'owner',
    load: () => import('./flows/index.tsx'),
  },
  {
    name: 'knowledge',
    href: '/knowledge',
    path: '/knowledge/:id?',
    icon: IconBook,
    group: 'automate',
    role: 'owner',
    load: () => import('./knowledge/index.tsx'),
  },
  {
    name: 'library',
    href: '/library',
    path: '/library/:tab?/:id?',
    icon: IconTemplate,
    group: 'automate',
    load: () => import('./library/index.tsx'),
  },
  {
    name: 'channels',
    href: '/channels',
    path: '/channels/:id?',
    icon: IconPlugConnected,
    role: 'owner',
    group: 'connect',
    load: () => import('./channels/index.tsx'),
  },
  {
    name: 'integrations',
    href: '/integrations',
    path: '/integrations/:tab?/:id?',
    icon: IconArrowsExchange,
    group: 'connect',
    role: 'owner',
    load: () => import('./integrations/index.tsx'),
  },
  {
    name: 'webhooks',
    href: '/webhooks',
    path: '/webhooks/:tab?/:id?',
    icon: IconWebhook,
    group: 'connect',
    role: 'owner',
    load: () => import('./webhooks/index.tsx'),
  },
  {
    name: 'keys',
    href: '/keys',
    path: '/keys',
    icon: IconKey,
    group: 'connect',
    role: 'owner',
    load: () => import('./keys/index.tsx'),
  },
  {
    name: 'simulator',
    href: '/simulator',
    path: '/simulator/:channelId?',
    icon: IconDeviceMobile,
    role: 'owner',
    load: () => import('./simulator/index.tsx'),
  },
  {
    name: 'settings',
    href: '/settings',
    path: '/settings/:section?',
    icon: IconSettings,
    load: () => import('./settings/index.tsx'),
  },
];

/** Whether a path belongs to a screen. */
export const isScreenAt = ({ href }: Screen, path: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
