import {
  IconBell,
  IconBuildingStore,
  IconDatabase,
  IconDevices,
  IconGauge,
  IconLicense,
  IconPizza,
  IconRefresh,
  IconShieldCheck,
  IconSparkles,
  IconWifi,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { AiSection } from './ai/ai.tsx';
import { AlertsSection } from './alerts.tsx';
import { BackupsSection } from './backups/backups.tsx';
import { DemoSection } from './demo.tsx';
import { LicencesSection } from './licences.tsx';
import { LimitsSection } from './limits.tsx';
import { NetworkSection } from './network/network.tsx';
import { SessionsSection } from './sessions.tsx';
import { ShopSection } from './shop.tsx';
import { StorageSection } from './storage.tsx';
import { UpdatesSection } from './updates.tsx';

export interface Section {
  /** Path segment (`/settings/<name>`) and translation key (`sections.<name>`). */
  name: string;
  icon: typeof IconWifi;
  show: ComponentType;
}

/** Sections of the settings in menu order. */
export const sections: [Section, ...Section[]] = [
  { name: 'shop', icon: IconBuildingStore, show: ShopSection },
  { name: 'alerts', icon: IconBell, show: AlertsSection },
  { name: 'lan', icon: IconWifi, show: NetworkSection },
  { name: 'ai', icon: IconSparkles, show: AiSection },
  { name: 'limits', icon: IconGauge, show: LimitsSection },
  { name: 'backups', icon: IconShieldCheck, show: BackupsSection },
  { name: 'storage', icon: IconDatabase, show: StorageSection },
  { name: 'sessions', icon: IconDevices, show: SessionsSection },
  { name: 'updates', icon: IconRefresh, show: UpdatesSection },
  { name: 'demo', icon: IconPizza, show: DemoSection },
  { name: 'licences', icon: IconLicense, show: LicencesSection },
];
