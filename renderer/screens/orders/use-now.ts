import { useEffect, useState } from 'react';

const stepMs = 15_000;

/** The present moment (epoch ms), for times that grow while one looks at them. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
