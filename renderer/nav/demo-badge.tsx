import { useTranslation } from 'react-i18next';
import { useNotices } from '../notices-query.ts';
import { useConsole } from '../session.ts';

/** Whether the shop that is shown is the demo shop. */
export function useIsDemo(): boolean {
  const { workspace } = useConsole();
  return useNotices()?.demoWorkspaceId === workspace.id;
}

/** Marks the demo shop so that nobody takes it for the real one. */
export function DemoBadge() {
  const { t } = useTranslation();
  if (!useIsDemo()) return null;
  return (
    <span className="fd-demo" title={t('notices.demoHelp')}>
      {t('notices.demo')}
    </span>
  );
}
