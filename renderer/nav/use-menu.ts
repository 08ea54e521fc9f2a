import { useLocation } from 'wouter';
import { helpHrefAt } from '../help/help-link.tsx';
import { allScreens } from '../screens/all-screens.ts';
import type { Group, Screen } from '../screens/index.ts';
import { useIsOwner } from '../session.ts';

export interface MenuGroup {
  name: Group;
  /** The person can close it. */
  canClose: boolean;
  screens: Screen[];
}

const groups: { name: Group; canClose: boolean }[] = [
  { name: 'serve', canClose: false },
  { name: 'sell', canClose: false },
  { name: 'automate', canClose: false },
  { name: 'connect', canClose: true },
];

/** Screens that are tabs on a phone; everything else is under "more". */
const tabs = ['today', 'inbox', 'calendar', 'orders'];

/** The menu of whoever is signed in: groups that have a screen, a phone's tabs, and the screens of the person's menu. */
export function useMenu(): { groups: MenuGroup[]; tabs: Screen[]; ofPerson: Screen[] } {
  const isOwner = useIsOwner();
  const [path] = useLocation();
  const mine = allScreens.filter(({ role }) => role !== 'owner' || isOwner);
  return {
    groups: groups
      .map((group) => ({ ...group, screens: mine.filter((screen) => screen.group === group.name) }))
      .filter((group) => group.screens.length > 0),
    tabs: mine.filter(({ name }) => tabs.includes(name)),
    ofPerson: mine
      .filter(({ group }) => group === undefined)
      .map((screen) => (screen.name === 'help' ? { ...screen, href: helpHrefAt(path) } : screen)),
  };
}
