import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { Body, Result } from '../../../api/operations.ts';
import { type Draft, type Flow, toBody } from '../draft/draft.ts';

export type Played = Result<'testFlow'>;

/**
 * Plays the draft, saved or not, with what the customer has said so far. Each message plays it anew from the start, so
 * that a change of the flow counts at once.
 */
export function useTestRun(flow: Flow, draft: Draft) {
  const [said, setSaid] = useState<string[]>([]);
  const [played, setPlayed] = useState<Played | null>(null);
  const play = useMutation({
    mutationFn: (messages: string[]) => {
      const body = { messages, ...toBody(draft) } as Body<'testFlow'>;
      return call('testFlow', { path: { id: flow.id }, body });
    },
    onSuccess: setPlayed,
  });
  const say = (messages: string[]) => {
    setSaid(messages);
    play.mutate(messages);
  };
  return {
    played,
    error: play.error,
    isPending: play.isPending,
    begin: () => say([]),
    send: (text: string) => say([...said, text]),
    /** Takes back the last message of the customer. */
    back: () => say(said.slice(0, -1)),
    again: () => say(said),
    canGoBack: said.length > 0,
    clear() {
      setSaid([]);
      setPlayed(null);
      play.reset();
    },
  };
}

export type TestRun = ReturnType<typeof useTestRun>;
