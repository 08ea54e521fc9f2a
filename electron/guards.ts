import type { Session, shell, WebContents, WebPreferences } from 'electron';

/** What every page of ours is shown with: nothing of Node, a process of its own, no way around the web's own rules. */
export const safePreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  spellcheck: true,
} as const satisfies WebPreferences;

/** Where our own pages come from: the console's origin once the server is ready, and the shell's own pages. */
export interface OwnPages {
  /** `http://127.0.0.1:7420`; null before the server has told. */
  consoleOrigin: string | null;
}

export const shellOrigin = 'app://shell';

/** The origin of a URL; of our own scheme too, for which the URL standard has none. Null for what is no URL. */
export function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, origin } = new URL(url);
  return protocol === 'app:' ? `app://${host}` : origin;
}

export const isConsole = (pages: OwnPages, url: string): boolean =>
  pages.consoleOrigin !== null && originOf(url) === pages.consoleOrigin;

const leavesToBrowser = new Set(['https:', 'mailto:']);

/** Opens a link of a page in the program that the owner uses for it; anything but https and mailto is dropped. */
export function openOutside(opener: Pick<typeof shell, 'openExternal'>, url: string): void {
  if (!URL.canParse(url) || !leavesToBrowser.has(new URL(url).protocol)) return;
  opener.openExternal(url).catch(() => {});
}

export interface GuardParts {
  pages: OwnPages;
  opener: Pick<typeof shell, 'openExternal'>;
  /** A button of the safe-mode page was pressed: the last part of its address. */
  onAction(name: string): void;
}

type Guarded = Pick<WebContents, 'on' | 'getURL' | 'setWindowOpenHandler'>;

/**
 * Keeps a window on our own pages. Links to elsewhere open in the browser; a second window opens only on the console
 * (the simulated phone), under the same rules; the buttons of the shell's own page are addresses that are acted upon.
 */
export function guardContents(contents: Guarded, { pages, opener, onAction }: GuardParts): void {
  const decide = (event: { preventDefault(): void }, url: string) => {
    if (isConsole(pages, url)) return;
    event.preventDefault();
    const action = /^app:\/\/shell\/do\/([a-z-]+)$/.exec(url)?.[1];
    // Only the shell's own page may press its buttons.
    if (action && originOf(contents.getURL()) === shellOrigin) onAction(action);
    else openOutside(opener, url);
  };
  contents.on('will-navigate', (event) => decide(event, event.url));
  contents.on('will-redirect', (event) => decide(event, event.url));
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !isConsole(pages, event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isConsole(pages, url)) {
      const overrideBrowserWindowOptions = { autoHideMenuBar: true, webPreferences: safePreferences };
      return { action: 'allow', overrideBrowserWindowOptions };
    }
    openOutside(opener, url);
    return { action: 'deny' };
  });
}

type GuardedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'on'
>;

/** The console copies a new key to the clipboard; nothing else of the machine is any page's business. */
const allowedPermission = 'clipboard-sanitized-write';

/** Denies every permission but the one above, which Electron would otherwise grant without asking. */
export function guardSession(session: GuardedSession, pages: OwnPages): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(permission === allowedPermission && details.isMainFrame && isConsole(pages, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    return permission === allowedPermission && details.isMainFrame && isConsole(pages, requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    const url = item.getURL().replace(/^blob:/, '');
    if (!isConsole(pages, url)) event.preventDefault();
  });
}
