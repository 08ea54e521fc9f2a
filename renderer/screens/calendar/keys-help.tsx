import { useTranslation } from 'react-i18next';
import { ShortcutsDialog } from '../../components/hotkeys/shortcuts-dialog.tsx';

const keys = [
  { name: 'step', keys: ['←', '→'] },
  { name: 'today', keys: ['T'] },
  { name: 'views', keys: ['D', 'W', 'L'] },
  { name: 'new', keys: ['N'] },
  { name: 'focus', keys: ['↑', '↓', '←', '→'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'move', keys: ['M'] },
  { name: 'shift', keys: ['Shift + ↑', '↓', '←', '→'] },
  { name: 'help', keys: ['?'] },
] as const;

/** Help for the calendar's keys. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('calendar');
  const shortcuts = keys.map(({ name, keys: pressed }) => ({ text: t(`keys.${name}`), keys: pressed }));
  return <ShortcutsDialog title={t('keys.title')} shortcuts={shortcuts} opened={opened} onClose={onClose} />;
}
