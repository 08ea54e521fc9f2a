import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

/** The help page of the screen at a path: a screen has the name of its address. */
export function helpHrefAt(path: string): string {
  const [, name = ''] = path.split('/');
  return name === 'help' ? '/help' : `/help/${name || 'today'}`;
}

/** Link to the help of the screen that is shown. */
export function HelpLink({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  return (
    <Anchor component={Link} href={helpHrefAt(path)} onClick={onOpen} size="sm">
      {t('nav.helpHere')}
    </Anchor>
  );
}
