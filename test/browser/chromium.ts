import { existsSync } from 'node:fs';

/** Debian's package; the headless shell draws no window, which saves a quarter of the CPU time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The Chromium that tests and pictures use: `CHROMIUM`, else that of the Debian package. */
export const chromiumPath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path));

/** Whether it is there. */
export const hasChromium = chromiumPath !== undefined && existsSync(chromiumPath);

/** Where it was looked for. */
export const chromiumPlaces = chromiumPath ?? installed.join(' or ');

export const chromiumFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that hums, used without asking.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];
