import { useTranslation } from 'react-i18next';
import { ShortcutsDialog } from '../../components/hotkeys/shortcuts-dialog.tsx';
import { modName } from '../../components/hotkeys/use-hotkeys.ts';

const shortcuts = [
  { name: 'move', keys: ['j', 'k', '↓', '↑'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'reply', keys: ['r'] },
  { name: 'resolve', keys: ['e'] },
  { name: 'handoff', keys: ['h'] },
  { name: 'search', keys: ['/'] },
  { name: 'palette', keys: [`${modName} + K`] },
  { name: 'send', keys: ['Enter'] },
  { name: 'newLine', keys: ['Shift + Enter'] },
  { name: 'quickReplies', keys: ['/'] },
  { name: 'leave', keys: ['Esc'] },
  { name: 'help', keys: ['?'] },
] as const;

/** Help for the inbox's keyboard shortcuts. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('inbox');
  const rows = shortcuts.map(({ name, keys }) => ({ text: t(`shortcuts.${name}`), keys }));
  return <ShortcutsDialog title={t('shortcuts.title')} shortcuts={rows} opened={opened} onClose={onClose} />;
}
