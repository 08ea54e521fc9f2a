import { join } from 'node:path';
import { vi } from 'vitest';
import { KeyKeeper } from '../../electron/server/key-keeper.ts';
import { ServerLog } from '../../electron/server/server-log.ts';
import { type ServerEvents, ServerProcess } from '../../electron/server/server-process.ts';
import { RestartPolicy } from '../../server/launch/restart-policy.js';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import type { ProcessDouble } from './electron-double.ts';
import { makeElectron } from './make-electron.ts';
import { KeyStoreDouble } from './session-double.ts';

/** Opens the shell's side of a server whose process is a double. */
export async function openServer({ platform = 'linux' as NodeJS.Platform, store = new KeyStoreDouble() } = {}) {
  const { pieces, processes } = await makeElectron();
  const home = await temporaryFolder();
  const events = {
    onReady: vi.fn(),
    onStatus: vi.fn(),
    onAlert: vi.fn(),
    onDown: vi.fn(),
    onGaveUp: vi.fn(),
    onNoKeyStore: vi.fn(),
  } satisfies ServerEvents;
  const log = new ServerLog(join(home, 'logs', 'server.log'));
  const parts = {
    fork: pieces.utilityProcess.fork,
    MessageChannelMain: pieces.MessageChannelMain,
    fileOf: (name: string) => `/opt/server/${name}.js`,
    env: { PATH: '/usr/bin', TMPDIR: '/tmp', FRONTDESK_HOME: home },
    findEnv: async () => ({}),
    keeper: new KeyKeeper(store, platform, home),
    log,
    policy: new RestartPolicy(),
  };
  const server = new ServerProcess(parts, events);
  const latest = () => processes.at(-1) as ProcessDouble;
  return { server, events, processes, latest, home, log, store, keyFile: join(home, 'secret.sealed') };
}

/** Disk writes use the real file system, which fake timers do not advance. */
export const eventually = (check: () => boolean) => vi.waitUntil(check, { timeout: 60_000, interval: 5 });
