import { once } from 'node:events';
import { z } from 'zod';
import { DayOrTime } from '../../platform/text/times.ts';
import { type Call, type Command, defineCommand, HttpUrl, UsageError } from '../command.ts';
import { suggest } from '../suggest.ts';
import { describeEvent } from './describe-event.ts';
import { followEvents } from './follow-events.ts';
import { type Forwarded, Forwarder } from './forward-event.ts';
import { openSource, type Source } from './open-source.ts';
import type { Line } from './open-stream.ts';

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const ago = /^(\d{1,6})([smhd])$/;

const Since = z
  .string()
  .refine(
    (text) => ago.test(text) || DayOrTime.safeParse(text).success,
    'must be a time such as 2027-01-31T09:30:00Z, a day, or how long ago, such as 30m, 2h or 3d',
  );

const Input = z.strictObject({
  types: z
    .string()
    .transform((text) => text.split(',').map((type) => type.trim()))
    .optional(),
  since: Since.optional(),
  'forward-to': HttpUrl.optional(),
  url: HttpUrl.optional(),
  'key-file': z.string().min(1).optional(),
  workspace: z.string().optional(),
});

export const commands: Record<string, Command> = {
  listen: defineCommand({
    details:
      'On the machine of the server it needs no key. From another machine set FRONTDESK_KEY to a key with the scope ' +
      'developers.read, or give --key-file.\n' +
      'What is forwarded is signed like a webhook; the secret is shown at the start and stays the same. An event that ' +
      'fails is sent four times within seconds, then the next one follows.\n' +
      'Events go to the standard output, all else to the standard error. Ctrl C ends it.',
    examples: [
      'listen',
      'listen --types order.created,order.updated --since 2h',
      'listen --forward-to http://localhost:3000/hooks',
      'listen --url https://shop.example --key-file key.txt --json',
    ],
    options: {
      types: { value: 'KINDS', about: 'Kinds of events with commas between them; all if omitted' },
      since: { value: 'TIME', about: 'Begin with the events since a time, a day, or for example 30m, 2h or 3d ago' },
      'forward-to': { value: 'URL', about: 'Post each event there, signed as a webhook is' },
      url: { value: 'URL', about: 'Address of the server; this machine’s if omitted' },
      'key-file': { value: 'FILE', about: 'A file with an API key; - reads the standard input' },
      workspace: { value: 'ID', about: 'Id of the workspace where no key is given; the first one if omitted' },
    },
    input: Input,
    async run(input, call) {
      const { types = null } = input;
      if (types) await assertKinds(types);
      const signal = endOnSignal();
      const source = await openSource(call, input);
      let forwarder: Forwarder | null = null;
      try {
        forwarder = await openForwarder(source, input['forward-to'], signal);
        await listen(source, forwarder, { types, since: readSince(input.since, call), signal, isJson: call.isJson });
      } finally {
        await forwarder?.close();
        await source.close();
      }
      return null;
    },
  }),
};

/** Throws `UsageError` for an unknown kind, with the one that may have been meant. */
async function assertKinds(types: string[]): Promise<void> {
  // Imported lazily: the areas' schemas take a while to load, which other commands should not pay.
  const { eventKinds } = await import('../../areas/events.ts');
  const kinds: string[] = [...eventKinds];
  const unknown = types.find((type) => !kinds.includes(type));
  if (unknown === undefined) return;
  const near = suggest(unknown, kinds);
  const help = near ? `, did you mean "${near}"?` : `: there are ${kinds.join(', ')}`;
  throw new UsageError(`--types has the unknown kind "${unknown}"${help}`);
}

function readSince(text: string | undefined, { now }: Call): string | null {
  const [, count, unit] = ago.exec(text ?? '') ?? [];
  if (!count) return text ?? null;
  return new Date(Date.parse(now) - Number(count) * unitsMs[unit as keyof typeof unitsMs]).toISOString();
}

/** A signal for Ctrl C, and for a reader of the output that has gone. */
function endOnSignal(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  process.stdout.on('error', () => ending.abort());
  return ending.signal;
}

const note = (text: string): void => void process.stderr.write(`${text}\n`);

async function openForwarder(source: Source, url: string | undefined, signal: AbortSignal): Promise<Forwarder | null> {
  if (url === undefined) return null;
  const secret = await source.findSecret();
  const onRetry = (error: string, waitMs: number) => note(`Not delivered: ${error}. Again in ${waitMs / 1_000} s.`);
  const forwarder = new Forwarder({ url, secret, outboundAllow: source.outboundAllow, signal, onRetry });
  await forwarder.check();
  note(`Forwarding to ${url}\nSigning secret: ${secret}`);
  return forwarder;
}

interface ListenWish {
  types: string[] | null;
  since: string | null;
  signal: AbortSignal;
  isJson: boolean;
}

/** Writes and forwards one event after the other, until it is ended. */
async function listen(source: Source, forwarder: Forwarder | null, wish: ListenWish): Promise<void> {
  const { signal, isJson } = wish;
  const counts = { events: 0, forwarded: 0, failed: 0 };
  const lines = followEvents({
    ...wish,
    source,
    onOpen: (isAgain) => note(isAgain ? 'Connected again' : `Listening to ${source.url}, Ctrl C ends it`),
    onLost: () => note('The connection is lost: trying again'),
  });
  for await (const line of lines) {
    if (line.value.type === 'gap') {
      note(`Events may be missing. ${line.value.detail}`);
      if (isJson) await print(line.text, signal);
      continue;
    }
    const forwarded = forwarder ? await forwarder.forward(line) : null;
    if (signal.aborted) break;
    counts.events += 1;
    if (forwarded) counts[forwarded.error === null ? 'forwarded' : 'failed'] += 1;
    await print(isJson ? writeJson(line, forwarded) : describeEvent(line, forwarded), signal);
  }
  const sum = forwarder ? `, forwarded: ${counts.forwarded}, failed: ${counts.failed}` : '';
  note(`Events: ${counts.events}${sum}`);
}

const writeJson = ({ text, value }: Line, forwarded: Forwarded | null): string =>
  forwarded ? JSON.stringify({ ...value, forwarded }) : text;

/** Waits while the reader of the output does, so that the stream waits too. */
async function print(text: string, signal: AbortSignal): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain', { signal }).catch(() => {});
}
