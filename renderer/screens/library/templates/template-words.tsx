import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ServerText } from '../../../components/values/server-text.tsx';
import type { ChatTemplate } from './queries.ts';

const colors = { PENDING: 'blue', APPROVED: 'green', REJECTED: 'red', PAUSED: 'orange', DISABLED: 'gray' };

export function TemplateStatus({ status, local }: Pick<ChatTemplate, 'status' | 'local'>) {
  const { t } = useTranslation('templates');
  return (
    <Badge variant="light" color={colors[status]}>
      {t(local ? 'status.local' : `status.${status}`)}
    </Badge>
  );
}

/** Why a template was refused or switched off, in the platform's words where we have none. */
export function Reason({ reason }: { reason: string }) {
  const { t, i18n } = useTranslation('templates');
  const key = `reasons.${reason.toLowerCase()}`;
  return i18n.exists(key, { ns: 'templates' }) ? t(key) : <ServerText text={reason} />;
}

/** The name of a language by the platform's code. */
export function useLanguageName(): (code: string) => string {
  const { i18n } = useTranslation();
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (code) => {
    try {
      const name = names.of(code.replace('_', '-')) ?? code;
      return name.charAt(0).toLocaleUpperCase(i18n.language) + name.slice(1);
    } catch {
      return code;
    }
  };
}
