import { useCallback, useEffect, useRef, useState } from 'react';

const askEveryMs = 1_000;

/** Notices that the server has gone and come back. */
export function useRestart() {
  const [state, setState] = useState<'watching' | 'gone' | 'back' | null>(null);
  const stream = useRef<EventSource | null>(null);

  const forget = useCallback(() => {
    stream.current?.close();
    stream.current = null;
    setState(null);
  }, []);

  const watch = useCallback(() => {
    const opened = new EventSource('/api/events/stream');
    // A stream ends when the server does.
    opened.addEventListener('error', () => {
      opened.close();
      setState('gone');
    });
    stream.current = opened;
    setState('watching');
  }, []);

  useEffect(() => {
    if (state !== 'gone') return;
    const timer = setInterval(async () => {
      const answer = await fetch('/healthz').catch(() => null);
      if (answer?.ok) setState('back');
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [state]);

  useEffect(() => () => stream.current?.close(), []);

  return { state, watch, forget };
}
