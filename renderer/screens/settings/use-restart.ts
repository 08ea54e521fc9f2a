import { useCallback, useEffect, useRef, useState } from 'react';

const askEveryMs = 1_000;

/** Notices that the server goes and comes back, from `watch()` on. */
export function useRestart() {
  const [isGone, setIsGone] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const stream = useRef<EventSource | null>(null);

  const watch = useCallback(() => {
    const opened = new EventSource('/api/events/stream');
    // A stream ends when the server does; where it is gone already, none begins.
    opened.addEventListener('error', () => {
      opened.close();
      setIsGone(true);
    });
    stream.current = opened;
  }, []);

  useEffect(() => {
    if (!isGone) return;
    const timer = setInterval(async () => {
      const answer = await fetch('/healthz').catch(() => null);
      if (answer?.ok) setIsBack(true);
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [isGone]);

  useEffect(() => () => stream.current?.close(), []);

  return { watch, isBack };
}
