import { IconHelp } from '@tabler/icons-react';
import { type Screen, screens } from './index.ts';

/** The screens and the help, which stands apart because it lists the others. */
export const allScreens: Screen[] = [
  ...screens,
  { name: 'help', href: '/help', path: '/help/:screen?', icon: IconHelp, load: () => import('./help/index.tsx') },
];
