import { useTranslation } from 'react-i18next';
import { ShortcutsDialog } from '../../../components/hotkeys/shortcuts-dialog.tsx';
import { modName } from '../../../components/hotkeys/use-hotkeys.ts';

const shortcuts = [
  { name: 'go', keys: ['←', '↑', '↓', '→'] },
  { name: 'form', keys: ['Enter'] },
  { name: 'add', keys: ['A', 'Insert'] },
  { name: 'remove', keys: ['Delete'] },
  { name: 'move', keys: ['Alt + ↑', 'Alt + ↓'] },
  { name: 'copy', keys: [`${modName} + C`, `${modName} + X`, `${modName} + V`] },
  { name: 'duplicate', keys: [`${modName} + D`] },
  { name: 'undo', keys: [`${modName} + Z`, `${modName} + Y`] },
  { name: 'save', keys: [`${modName} + S`] },
  { name: 'variable', keys: ['{{'] },
  { name: 'help', keys: ['?'] },
] as const;

/** The keys of the builder. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('flows');
  return (
    <ShortcutsDialog
      title={t('keys.title')}
      shortcuts={shortcuts.map(({ name, keys }) => ({ text: t(`keys.${name}`), keys }))}
      opened={opened}
      onClose={onClose}
    />
  );
}
