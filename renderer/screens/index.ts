import {
  IconArrowsExchange,
  IconBook,
  IconDeviceMobile,
  IconHome,
  IconKey,
  IconMessages,
  IconPlugConnected,
  IconRobot,
  IconSettings,
  IconSpeakerphone,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

type Icon = typeof IconHome;

export interface Screen {
  /** Folder, and key of the title (`nav.<name>`). */
  name: string;
  /** Target of the menu entry. */
  href: string;
  /** Route pattern, with optional parameters. */
  path: string;
  /** Absent: not in the menu. */
  icon?: Icon;
  /** Who may open it; absent: everyone. */
  role?: 'owner';
  load(): Promise<{ default: ComponentType }>;
}

/** The console's screens in menu order. */
export const screens: Screen[] = [
  { name: 'today', href: '/', path: '/', icon: IconHome, load: () => import('./today/index.tsx') },
  { name: 'inbox', href: '/inbox', path: '/inbox/:id?', icon: IconMessages, load: () => import('./inbox/index.tsx') },
  {
    name: 'channels',
    href: '/channels',
    path: '/channels/:id?',
    icon: IconPlugConnected,
    role: 'owner',
    load: () => import('./channels/index.tsx'),
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
    name: 'agents',
    href: '/agents',
    path: '/agents/:id?/:section?',
    icon: IconRobot,
    role: 'owner',
    load: () => import('./agents/index.tsx'),
  },
  {
    name: 'knowledge',
    href: '/knowledge',
    path: '/knowledge/:id?',
    icon: IconBook,
    role: 'owner',
    load: () => import('./knowledge/index.tsx'),
  },
  {
    name: 'campaigns',
    href: '/campaigns',
    path: '/campaigns/:id?',
    icon: IconSpeakerphone,
    role: 'owner',
    load: () => import('./campaigns/index.tsx'),
  },
  {
    name: 'keys',
    href: '/keys',
    path: '/keys',
    icon: IconKey,
    role: 'owner',
    load: () => import('./keys/index.tsx'),
  },
  {
    name: 'webhooks',
    href: '/webhooks',
    path: '/webhooks/:tab?/:id?',
    icon: IconWebhook,
    role: 'owner',
    load: () => import('./webhooks/index.tsx'),
  },
  {
    name: 'integrations',
    href: '/integrations',
    path: '/integrations/:tab?/:id?',
    icon: IconArrowsExchange,
    role: 'owner',
    load: () => import('./integrations/index.tsx'),
  },
  {
    name: 'settings',
    href: '/settings',
    path: '/settings/:section?',
    icon: IconSettings,
    load: () => import('./settings/index.tsx'),
  },
];
