import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Text of a notification with a button that undoes what it tells; the key `z` presses the newest such button. */
export function UndoToast({ text, onUndo }: { text: string; onUndo(): void }) {
  const { t } = useTranslation();
  const toast = useRef<HTMLDivElement>(null);
  const isNewest = () => [...document.querySelectorAll('.fd-undo')].at(-1) === toast.current;
  useHotkeys([['z', () => isNewest() && onUndo()]]);
  return (
    <div ref={toast} className="fd-undo">
      {text}
      <Button size="compact-sm" variant="light" onClick={onUndo} aria-keyshortcuts="z">
        {t('shell:common.undo')}
      </Button>
    </div>
  );
}
