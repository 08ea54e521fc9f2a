import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = new URL('../node_modules/electron/package.json', import.meta.url);

export const standInVersion: string = JSON.parse(readFileSync(manifest, 'utf8')).version;

/** The marker before the fuses in Electron's binary; here version 1 with nine fuses, all on. */
const fuses = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('111111111'),
]);

/**
 * Creates a folder that electron-builder accepts as Electron for Linux, with a program that does nothing; returns its
 * path.
 */
export function makeStandIn(folder: string): string {
  for (const part of ['locales', 'resources']) mkdirSync(join(folder, part), { recursive: true });
  const program = Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), fuses]);
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  writeFileSync(join(folder, 'version'), standInVersion);
  for (const file of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, file), '');
  for (const locale of ['en-US', 'pt-BR', 'es', 'de']) writeFileSync(join(folder, 'locales', `${locale}.pak`), '');
  return folder;
}
