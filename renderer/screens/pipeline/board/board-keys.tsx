import { useTranslation } from 'react-i18next';
import { ShortcutsDialog } from '../../../components/hotkeys/shortcuts-dialog.tsx';

const keys = [
  { name: 'go', keys: ['←', '↑', '↓', '→'] },
  { name: 'move', keys: ['Shift + ← ↑ ↓ →'] },
  { name: 'menu', keys: ['m'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'won', keys: ['w'] },
  { name: 'lost', keys: ['l'] },
  { name: 'undo', keys: ['z'] },
  { name: 'new', keys: ['n'] },
  { name: 'search', keys: ['/'] },
  { name: 'close', keys: ['Esc'] },
] as const;

/** Help for the pipeline's keys. */
export function BoardKeys({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('pipeline');
  const shortcuts = keys.map(({ name, keys: shown }) => ({ text: t(`keys.${name}`), keys: shown }));
  return <ShortcutsDialog title={t('keys.title')} shortcuts={shortcuts} opened={opened} onClose={onClose} />;
}
