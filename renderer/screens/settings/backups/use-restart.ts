import { useCallback, useEffect, useRef, useState } from 'react';
import { isServing } from '../../../api/login.ts';
import { readEvents } from '../../../api/read-events.ts';

const askEveryMs = 1_000;

/** Detects from `watch()` on that the server stops and restarts. */
export function useRestart() {
  const [isGone, setIsGone] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const leaving = useRef(new AbortController());

  const watch = useCallback(async () => {
    const { signal } = leaving.current;
    // The event stream ends when the server stops; if it is already gone, the request fails.
    await untilOver(readEvents(signal)).catch(() => {});
    if (!signal.aborted) setIsGone(true);
  }, []);

  useEffect(() => {
    if (!isGone) return;
    const timer = setInterval(async () => {
      if (await isServing()) setIsBack(true);
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [isGone]);

  useEffect(() => () => leaving.current.abort(), []);

  return { watch, isBack };
}

async function untilOver(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _event of events);
}
