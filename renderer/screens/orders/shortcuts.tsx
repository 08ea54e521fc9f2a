import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ShortcutsDialog } from '../../components/hotkeys/shortcuts-dialog.tsx';
import { useHotkeys } from '../../components/hotkeys/use-hotkeys.ts';

const shortcuts = [
  { name: 'choose', keys: ['←', '↑', '↓', '→'] },
  { name: 'next', keys: ['Shift + →'] },
  { name: 'move', keys: ['m'] },
  { name: 'open', keys: ['Enter', 'Space'] },
  { name: 'print', keys: ['p'] },
  { name: 'chat', keys: ['c'] },
  { name: 'add', keys: ['n'] },
  { name: 'search', keys: ['/'] },
  { name: 'help', keys: ['?'] },
] as const;

/** Help for the keys of the orders; `?` opens it. */
export function Shortcuts() {
  const { t } = useTranslation('orders');
  const [opened, help] = useDisclosure(false);
  useHotkeys([['?', help.open]]);
  return (
    <ShortcutsDialog
      title={t('shortcuts.title')}
      shortcuts={shortcuts.map(({ name, keys }) => ({ text: t(`shortcuts.${name}`), keys }))}
      opened={opened}
      onClose={help.close}
    />
  );
}
