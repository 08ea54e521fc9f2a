import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** Keys of a table whose lines have one link each: arrows move, Space picks; Enter is the link's own. */
export function useRowKeys(onPick: (id: string) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const line = (event.target as HTMLElement).closest('tr');
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const isLink = event.target instanceof HTMLAnchorElement;
    const step = steps[event.key];
    if (step !== undefined) {
      const next = step > 0 ? line.nextElementSibling : line.previousElementSibling;
      event.preventDefault();
      next?.querySelector<HTMLElement>('.cu-name')?.focus();
    }
    if (event.key === ' ' && isLink && line.dataset.id) {
      event.preventDefault();
      onPick(line.dataset.id);
    }
  };
}
