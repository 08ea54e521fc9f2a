import { useLocalStorage } from '@mantine/hooks';

/** How this browser calls its person. */
export interface AlertChoices {
  rings: boolean;
  /** Shows notifications of the system; the browser asks for permission once. */
  notifies: boolean;
}

const key = 'frontdesk.alerts';
const atFirst: AlertChoices = { rings: true, notifies: false };

export const useAlertChoices = () => useLocalStorage<AlertChoices>({ key, defaultValue: atFirst });

export function readAlertChoices(): AlertChoices {
  try {
    return { ...atFirst, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return atFirst;
  }
}
