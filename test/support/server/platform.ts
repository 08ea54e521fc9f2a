import { onTestFinished } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { listWorkspaces, type Workspace } from '../../../server/platform/access/workspaces.ts';
import { createLog } from '../../../server/platform/log.ts';
import { type BackgroundWork, Platform } from '../../../server/platform/platform.ts';
import { temporaryFolder } from '../environment/temporary-folder.ts';
import { ManualClock } from './clock.ts';

export interface TestPlatform {
  platform: Platform;
  clock: ManualClock;
  workspace: Workspace;
  home: string;
  /** Stops it before the test ends; its folder can be opened again. */
  stop(): Promise<void>;
}

export interface TestPlatformOptions {
  home?: string;
  clock?: ManualClock;
  jobs?: BackgroundWork['jobs'];
  subscribers?: BackgroundWork['subscribers'];
  recurring?: BackgroundWork['recurring'];
}

/** Runs the platform without areas and HTTP, on its own data folder. */
export async function startPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const { clock = new ManualClock(), jobs = [], subscribers = [], recurring = [] } = options;
  const home = options.home ?? (await temporaryFolder());
  const config = readConfig({ FRONTDESK_HOME: home });
  const platform = await Platform.open({ config, clock, log: createLog('silent') }, { jobs, subscribers, recurring });
  await platform.start();
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= platform.stop();
    return stopped;
  };
  onTestFinished(stop);
  const workspace = (await listWorkspaces(platform.database.read))[0] as Workspace;
  return { platform, clock, workspace, home, stop };
}
