import type { Session, shell, WebContents, WebPreferences } from 'electron';

/** Web preferences of all our pages: no Node, sandboxed, with web security on. */
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

/** Origins of our own pages: the console's once the server is ready, and the shell's. */
export interface OwnPages {
  /** For example `http://127.0.0.1:7420`; null until the server is ready. */
  consoleOrigin: string | null;
}

export const shellOrigin = 'app://shell';

/**
 * Returns the origin of a URL, including our own scheme, for which the URL standard defines none; null for an invalid
 * URL.
 */
export function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, origin } = new URL(url);
  return protocol === 'app:' ? `app://${host}` : origin;
}

export const isConsole = (pages: OwnPages, url: string): boolean =>
  pages.consoleOrigin !== null && originOf(url) === pages.consoleOrigin;

const leavesToBrowser = new Set(['https:', 'mailto:']);

/** Opens a link in the system's default program; drops schemes other than https and mailto. */
export function openOutside(opener: Pick<typeof shell, 'openExternal'>, url: string): void {
  if (!URL.canParse(url) || !leavesToBrowser.has(new URL(url).protocol)) return;
  opener.openExternal(url).catch(() => {});
}

export interface GuardParts {
  pages: OwnPages;
  opener: Pick<typeof shell, 'openExternal'>;
  /** Called when a button of the safe-mode page is pressed, with the last parts of its address. */
  onAction(name: string, item?: string): void;
}

type Guarded = Pick<WebContents, 'on' | 'getURL' | 'setWindowOpenHandler'>;

/**
 * Restricts a window to our own pages. External links open in the browser; a second window opens only for the console
 * (the simulated phone), under the same rules; buttons of the shell's page are links that trigger actions.
 */
export function guardContents(contents: Guarded, { pages, opener, onAction }: GuardParts): void {
  const decide = (event: { preventDefault(): void }, url: string) => {
    if (isConsole(pages, url)) return;
    event.preventDefault();
    const [, action, item] = /^app:\/\/shell\/do\/([a-z-]+)(?:\/([\w.-]+))?$/.exec(url) ?? [];
    // Only the shell's page may trigger its actions.
    if (action && originOf(contents.getURL()) === shellOrigin) onAction(action, item);
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

/**
 * The console copies a new key to the clipboard and records voice messages; no page needs any other permission. Alerts
 * are shown by the shell, not by the page.
 */
function isAllowed(permission: string, details: object): boolean {
  if (permission === 'clipboard-sanitized-write') return true;
  return permission === 'media' && mediaOf(details) === 'audio';
}

/** The media that a request (`mediaTypes`) or a check (`mediaType`) is about. */
function mediaOf(details: { mediaTypes?: string[]; mediaType?: string }): string | undefined {
  return details.mediaTypes?.join() ?? details.mediaType;
}

/** Denies all other permissions, which Electron would grant without asking. */
export function guardSession(session: GuardedSession, pages: OwnPages): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isAllowed(permission, details) && details.isMainFrame && isConsole(pages, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    return isAllowed(permission, details) && details.isMainFrame && isConsole(pages, requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    const url = item.getURL().replace(/^blob:/, '');
    if (!isConsole(pages, url)) event.preventDefault();
  });
}
