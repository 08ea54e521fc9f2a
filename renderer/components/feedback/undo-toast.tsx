import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useHotkeys } from '../hotkeys/use-hotkeys.ts';

/** Text of a notification with a button that undoes what it tells; the key `z` presses the newest such button. */
export function UndoToast({ text, onUndo }: { text: string; onUndo(): void }) {
  const { t } = useTranslation();
  const pressNewest = () =>
    [...document.querySelectorAll<HTMLElement>('.fd-undo [aria-keyshortcuts=z]')].at(-1)?.click();
  useHotkeys([['z', pressNewest]]);
  return (
    <div className="fd-undo">
      {text}
      <Button size="compact-sm" variant="light" onClick={onUndo} aria-keyshortcuts="z">
        {t('shell:common.undo')}
      </Button>
    </div>
  );
}
