import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';

export type Reply = Result<'tryAgent'>;
export type TrialLine = { from: 'CUSTOMER'; text: string } | { from: 'AGENT'; reply: Reply };

const most = 200;

const toSent = (line: TrialLine) =>
  line.from === 'CUSTOMER'
    ? line
    : {
        from: line.from,
        text: line.reply.text ?? '',
        isMiss: line.reply.isMiss,
        toldClosed: line.reply.toldClosed,
        proposal: line.reply.proposal,
      };

/** A conversation with an agent that nobody else sees. The server keeps nothing of it, so all of it is sent each time. */
export function useTrial(id: string) {
  const [lines, setLines] = useState<TrialLine[]>([]);
  const ask = useMutation({
    mutationFn: (all: TrialLine[]) => call('tryAgent', { path: { id }, body: { lines: all.slice(-most).map(toSent) } }),
    onSuccess: (reply, all) => setLines([...all, { from: 'AGENT', reply }]),
  });
  const last = lines.at(-1);
  /** A person has the conversation from then on. */
  const isOver = last?.from === 'AGENT' && last.reply.kind === 'handoff';
  /** Begins a new conversation if a person has this one. */
  const send = (text: string) => {
    const before = isOver ? [] : lines;
    const all: TrialLine[] = [...before, { from: 'CUSTOMER', text }];
    setLines(all);
    ask.mutate(all);
  };
  const restart = () => {
    ask.reset();
    setLines([]);
  };
  return { lines, send, restart, isOver, isBusy: ask.isPending, error: ask.error, retry: () => ask.mutate(lines) };
}
