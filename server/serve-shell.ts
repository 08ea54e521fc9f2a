import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { App } from './app.ts';
import { alertRaised, countChannels, countWaiting, labelOf } from './areas/index.ts';
import type { Area } from './http/area.ts';
import { secretFile } from './platform/access/secrets.ts';
import { minuteMs } from './platform/durations.ts';
import type { Platform } from './platform/platform.ts';
import { recordAbsence } from './platform/work/absence.ts';
import type { Subscriber } from './platform/work/dispatcher.ts';
import { isSendingPaused, setSendingPaused } from './platform/work/sending-pause.ts';
import type { ShellLink } from './shell-link.ts';
import type { ShellStatus } from './shell-protocol.ts';

/** How often status changes are sent to the shell. */
const statusEveryMs = 1_000;
/** An older alert was raised while the program was closed: the inbox shows it, without a notification. */
const newsForMs = 5 * minuteMs;
const longestText = 200;

/** Passes each alert on to the shell. */
const passAlerts = (link: ShellLink): Subscriber => ({
  name: 'shell',
  async handle(events, { now }) {
    for (const event of events) {
      if (!alertRaised.is(event) || Date.parse(now) - Date.parse(event.occurredAt) > newsForMs) continue;
      const { kind, conversationId, contact, text } = event.data;
      const contactName = shorten(labelOf(contact));
      link.send({ type: 'alert', kind, conversationId, contactName, summary: shorten(text) });
    }
  },
});

/** What the server does for the shell in addition to the product's areas. */
export const shellArea = (link: ShellLink): Area => ({
  name: 'shell',
  title: 'Desktop shell',
  subscribers: [passAlerts(link)],
});

const shorten = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= longestText ? flat : `${flat.slice(0, longestText - 1)}…`;
};

/**
 * Connects the running server to the desktop shell: sends it the console's address and the status; serves its requests
 * to pause sending, create login links and stop. Returns a function that ends the status updates.
 */
export async function serveShell(link: ShellLink, app: App, url: string, stop: () => void): Promise<() => void> {
  const { platform } = app;
  link.serve({
    createLoginLink: () => app.createLoginLink(),
    setSendingPaused: (paused) => platform.write(({ db }) => setSendingPaused(db, paused)),
    noteSleep: (from) => platform.write(({ db, now }) => recordAbsence(db, from, now)),
    stop,
  });
  link.send({ type: 'ready', url, consoleUrl: await app.createLoginLink() });
  let sent = '';
  const sendStatus = async () => {
    const status = await readStatus(platform);
    const text = JSON.stringify(status);
    if (text !== sent) link.send({ type: 'status', ...status });
    sent = text;
  };
  await sendStatus();
  const timer = setInterval(() => {
    sendStatus().catch((error) => platform.log.error({ err: error }, 'the status was not sent to the shell'));
  }, statusEveryMs).unref();
  return () => clearInterval(timer);
}

async function readStatus({ database }: Platform): Promise<ShellStatus> {
  const { read } = database;
  return {
    channels: await countChannels(read),
    sendingPaused: isSendingPaused(read),
    waiting: countWaiting(read),
  };
}

/** Moves the key from its file to the shell. The file is deleted only once the shell has stored it. */
export async function handOverKey(link: ShellLink, platform: Platform): Promise<void> {
  const file = secretFile(platform.config.home);
  if (!existsSync(file)) return;
  await link.handOverKey(platform.secrets.exportKey());
  await rm(file, { force: true });
}
