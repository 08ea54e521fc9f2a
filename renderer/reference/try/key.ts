import { useState } from 'react';

const storageName = 'frontdesk.reference.key';

/** The API key of this tab; it is forgotten when the tab is closed. */
export function useKey(): [key: string, setKey: (key: string) => void] {
  const [key, setKey] = useState(() => sessionStorage.getItem(storageName) ?? '');
  const keep = (next: string) => {
    sessionStorage.setItem(storageName, next.trim());
    setKey(next.trim());
  };
  return [key, keep];
}
