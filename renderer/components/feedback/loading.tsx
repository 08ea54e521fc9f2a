import { Loader, type LoaderProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Shown while data loads, and announced: a label without a role is not allowed. */
export function Loading(props: Pick<LoaderProps, 'size' | 'm'>) {
  const { t } = useTranslation();
  return <Loader role="status" aria-label={t('shell:common.loading')} {...props} />;
}
