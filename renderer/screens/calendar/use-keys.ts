import { useHotkeys } from '../../components/hotkeys/use-hotkeys.ts';
import type { Entry } from './calendar.ts';
import type { Address } from './use-address.ts';

interface Keys {
  address: Address;
  /** The appointment in the grid that has the focus. */
  entryAt(id: string): Entry | undefined;
  onBook(): void;
  onMove(entry: Entry): void;
  onHelp(): void;
}

/** The calendar's keys; on an appointment, arrows are the grid's own. */
export function useKeys({ address, entryAt, onBook, onMove, onHelp }: Keys): void {
  const { change, step } = address;
  const move = () => {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.id : undefined;
    const entry = focused === undefined ? undefined : entryAt(focused);
    if (entry) onMove(entry);
  };
  useHotkeys([
    ['arrowleft', () => step(-1)],
    ['arrowright', () => step(1)],
    ['t', () => change({ date: null })],
    ['d', () => change({ view: 'day' })],
    ['w', () => change({ view: 'week' })],
    ['l', () => change({ view: 'list' })],
    ['n', onBook],
    ['m', move],
    ['?', onHelp],
  ]);
}
