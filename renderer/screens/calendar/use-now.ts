import { useEffect, useState } from 'react';

const refreshMs = 20_000;

/** The present in epoch ms, again and again. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
