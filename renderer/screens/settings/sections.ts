import {
  IconBell,
  IconBuildingStore,
  IconDatabase,
  IconDeviceDesktop,
  IconDevices,
  IconGauge,
  IconLicense,
  IconPizza,
  IconRefresh,
  IconRobot,
  IconShieldCheck,
  IconSparkles,
  IconUser,
  IconUsers,
  IconWifi,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { AiSection } from './ai/ai.tsx';
import { AlertsSection } from './alerts.tsx';
import { AssistantsSection } from './assistants.tsx';
import { BackupsSection } from './backups/backups.tsx';
import { ComputerSection } from './computer.tsx';
import { DemoSection } from './demo.tsx';
import { LicencesSection } from './licences.tsx';
import { LimitsSection } from './limits.tsx';
import { NetworkSection } from './network/network.tsx';
import { MeSection } from './people/me.tsx';
import { PeopleSection } from './people/people.tsx';
import { SessionsSection } from './sessions.tsx';
import { ShopSection } from './shop.tsx';
import { StorageSection } from './storage.tsx';
import { UpdatesSection } from './updates.tsx';

export interface Section {
  /** Path segment (`/settings/<name>`) and translation key (`sections.<name>`). */
  name: string;
  icon: typeof IconWifi;
  /** Who may open it; absent: everyone. */
  role?: 'owner';
  /** Shown in the desktop program only. */
  isDesktop?: true;
  show: ComponentType;
}

/** Sections of the settings in menu order. */
export const sections: Section[] = [
  { name: 'shop', icon: IconBuildingStore, role: 'owner', show: ShopSection },
  { name: 'me', icon: IconUser, show: MeSection },
  { name: 'people', icon: IconUsers, role: 'owner', show: PeopleSection },
  { name: 'alerts', icon: IconBell, show: AlertsSection },
  { name: 'computer', icon: IconDeviceDesktop, role: 'owner', isDesktop: true, show: ComputerSection },
  { name: 'lan', icon: IconWifi, role: 'owner', show: NetworkSection },
  { name: 'ai', icon: IconSparkles, role: 'owner', show: AiSection },
  { name: 'assistants', icon: IconRobot, role: 'owner', show: AssistantsSection },
  { name: 'limits', icon: IconGauge, role: 'owner', show: LimitsSection },
  { name: 'backups', icon: IconShieldCheck, role: 'owner', show: BackupsSection },
  { name: 'storage', icon: IconDatabase, role: 'owner', show: StorageSection },
  { name: 'sessions', icon: IconDevices, show: SessionsSection },
  { name: 'updates', icon: IconRefresh, show: UpdatesSection },
  { name: 'demo', icon: IconPizza, role: 'owner', show: DemoSection },
  { name: 'licences', icon: IconLicense, show: LicencesSection },
];
