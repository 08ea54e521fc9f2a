import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { App } from './app.ts';
import { conversationEscalated } from './areas/events.ts';
import { countChannels } from './areas/index.ts';
import type { Area } from './http/area.ts';
import { secretFile } from './platform/access/secrets.ts';
import { minuteMs } from './platform/durations.ts';
import type { Platform } from './platform/platform.ts';
import type { Subscriber } from './platform/work/outbox.ts';
import { isSendingPaused, setSendingPaused } from './platform/work/sending-pause.ts';
import type { ShellLink } from './shell-link.ts';
import type { ShellStatus } from './shell-protocol.ts';

/** How often the shell is told what has changed. */
const statusEveryMs = 1_000;
/** A handoff that is older was missed while the program was closed: the inbox shows it, nobody is called for it. */
const newsForMs = 5 * minuteMs;
const longestText = 200;

/** Tells the shell of each conversation that waits for a person, unless that person is the one who took it over. */
const tellHandoffs = (link: ShellLink): Subscriber => ({
  name: 'shell',
  async handle(events, { now }) {
    for (const event of events) {
      if (!conversationEscalated.is(event) || Date.parse(now) - Date.parse(event.occurredAt) > newsForMs) continue;
      const { id, contact, handoffType, lastMessage } = event.data;
      if (handoffType === 'HUMAN_REPLY') continue;
      link.send({
        type: 'handoff',
        conversationId: id,
        contactName: shorten(contact.name ?? contact.phone),
        summary: shorten(lastMessage?.content ?? ''),
      });
    }
  },
});

/** What the server does for the shell beside the product's areas. */
export const shellArea = (link: ShellLink): Area => ({
  name: 'shell',
  title: 'Desktop shell',
  subscribers: [tellHandoffs(link)],
});

const shorten = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= longestText ? flat : `${flat.slice(0, longestText - 1)}…`;
};

/**
 * Ties the running server to the desktop shell: the shell hears where the console is and how things stand, and may pause
 * sending, ask for login links and stop the server. The answer ends it.
 */
export async function serveShell(link: ShellLink, app: App, url: string, stop: () => void): Promise<() => void> {
  const { platform } = app;
  link.serve({
    createLoginLink: () => app.createLoginLink(),
    setSendingPaused: (paused) => platform.write(({ db }) => setSendingPaused(db, paused)),
    stop,
  });
  link.send({ type: 'ready', url, consoleUrl: await app.createLoginLink() });
  let told = '';
  const tell = async () => {
    const status = await readStatus(platform);
    const text = JSON.stringify(status);
    if (text !== told) link.send({ type: 'status', ...status });
    told = text;
  };
  await tell();
  const timer = setInterval(() => {
    tell().catch((error) => platform.log.error({ err: error }, 'the shell was not told how things stand'));
  }, statusEveryMs).unref();
  return () => clearInterval(timer);
}

async function readStatus({ database }: Platform): Promise<ShellStatus> {
  return { channels: await countChannels(database.read), sendingPaused: isSendingPaused(database.read) };
}

/** Moves the key from its file into the shell's keeping. The file goes only when the key is safe there. */
export async function handOverKey(link: ShellLink, platform: Platform): Promise<void> {
  const file = secretFile(platform.config.home);
  if (!existsSync(file)) return;
  await link.handOverKey(platform.secrets.exportKey());
  await rm(file, { force: true });
}
