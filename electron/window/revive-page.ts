import type { WebContents } from 'electron';
import { RestartPolicy } from '../../server/launch/restart-policy.js';

/** Electron reports a page that has been stuck for half a minute; after this long it is ended. */
const stuckPatienceMs = 15_000;
/** A navigation replaced by another one. */
const aborted = -3;

export type Revivable = Pick<WebContents, 'forcefullyCrashRenderer' | 'isDestroyed' | 'on' | 'reload'>;

/**
 * Loads a page again whose process died, that is stuck or that could not be loaded, with growing delays, and not at all
 * after eight times in two minutes. `note` gets a line for the log each time.
 */
export function revivePage(contents: Revivable, note: (line: string) => void): void {
  const policy = new RestartPolicy();
  let stuck: NodeJS.Timeout | undefined;
  const reloadLater = (what: string) => {
    clearTimeout(stuck);
    const delayMs = policy.died();
    note(delayMs === null ? `${what}, too often: it is not loaded again` : `${what}: it is loaded again`);
    if (delayMs === null) return;
    setTimeout(() => {
      if (!contents.isDestroyed()) contents.reload();
    }, delayMs);
  };
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason !== 'clean-exit') reloadLater(`the page ended (${reason}, ${exitCode})`);
  });
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== aborted) reloadLater(`the page could not be loaded (${description || code})`);
  });
  contents.on('unresponsive', () => {
    note('the page does not respond');
    clearTimeout(stuck);
    stuck = setTimeout(() => {
      // Its end is reported as `render-process-gone`.
      if (!contents.isDestroyed()) contents.forcefullyCrashRenderer();
    }, stuckPatienceMs);
  });
  contents.on('responsive', () => clearTimeout(stuck));
  contents.on('destroyed', () => clearTimeout(stuck));
}
