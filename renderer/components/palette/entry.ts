import type { IconHome } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Groups of the list, in their order. */
export const groups = [
  'recent',
  'screens',
  'actions',
  'contact',
  'order',
  'appointment',
  'lead',
  'message',
  'help',
] as const;
export type Group = (typeof groups)[number];

/** Plain text with matched ranges [start, end). */
export interface Marked {
  text: string;
  matches: readonly (readonly [number, number])[];
}

/** One line of the palette. */
export interface Entry {
  id: string;
  group: Group;
  icon: typeof IconHome;
  title: Marked;
  detail?: Marked | null;
  /** What stands at the end of the line. */
  note?: ReactNode;
  /** Where it leads; without it and without `act` it cannot be chosen. */
  href?: string | null;
  act?(): void;
}

/** Whether the server found it. */
export const isHit = ({ group }: Entry): boolean => !['recent', 'screens', 'actions', 'help'].includes(group);

export const canChoose = ({ href, act }: Entry): boolean => Boolean(href || act);

export const plain = (text: string): Marked => ({ text, matches: [] });
