import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from './format.ts';

const minuteMs = 60_000;

/** How long a customer has waited, in whole minutes, hours or days; counts on by itself. */
export function useWaited(since: string): string {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), minuteMs, { autoInvoke: true });
  return formatDuration(now - Date.parse(since), i18n.language);
}
