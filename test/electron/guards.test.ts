import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as electron from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { channels } from '../../electron/bridge/bridge.ts';
import { serveBridge } from '../../electron/bridge/ipc.ts';
import { createAppHandler } from '../../electron/window/app-protocol.ts';
import { guardContents, guardSession, type OwnPages, originOf } from '../../electron/window/guards.ts';
import { renderSafeMode } from '../../electron/window/safe-mode.ts';
import { languages } from '../../electron/words.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { StoppableEvent } from './electron-double.ts';
import { makeElectron } from './make-electron.ts';
import { SessionDouble } from './session-double.ts';
import { ContentsDouble } from './window-double.ts';

const origin = 'http://127.0.0.1:7420';
const pages: OwnPages = { consoleOrigin: origin };

/** Addresses that look like the console's and are not. */
const foreign = [
  'http://127.0.0.1:7421/',
  'https://127.0.0.1:7420/',
  'http://localhost:7420/',
  'http://127.0.0.1.evil.example:7420/',
  'http://127.0.0.1:7420@evil.example/',
  'file:///etc/passwd',
  'data:text/html,hello',
  'javascript:alert(1)',
  'about:blank',
  'app://shell/safe-mode',
  'app://elsewhere/',
  'chrome://settings',
  'not a url',
  '',
];

function guarded(url = `${origin}/`) {
  const contents = new ContentsDouble();
  contents.url = url;
  const opened: string[] = [];
  const onAction = vi.fn();
  const opener = { openExternal: async (link: string) => void opened.push(link) };
  guardContents(contents as unknown as electron.WebContents, { pages, opener, onAction });
  const open = (target: string) => contents.openHandler?.({ url: target } as electron.HandlerDetails);
  return { contents, opened, onAction, open };
}

describe('a window', () => {
  test('navigates within the console', () => {
    const { contents } = guarded();
    expect(contents.navigate(`${origin}/inbox`)).toBe(false);
    expect(contents.navigate(`${origin}/inbox`, 'will-redirect')).toBe(false);
  });

  test.each(foreign)('does not navigate to %j directly, by a redirect or in a frame', (url) => {
    const { contents, opened, onAction, open } = guarded();
    expect(contents.navigate(url)).toBe(true);
    expect(contents.navigate(url, 'will-redirect')).toBe(true);
    expect(contents.navigate(url, 'will-frame-navigate')).toBe(true);
    expect(open(url)).toEqual({ action: 'deny' });
    expect(opened.filter((link) => !link.startsWith('https:'))).toEqual([]);
    expect(onAction).not.toHaveBeenCalled();
  });

  test('opens only https and mailto links in the system’s programs', () => {
    const { opened, open } = guarded();
    for (const url of ['https://example.com/a', 'mailto:shop@example.com', 'http://example.com', 'smb://host/share']) {
      expect(open(url)).toEqual({ action: 'deny' });
    }
    expect(opened).toEqual(['https://example.com/a', 'mailto:shop@example.com']);
  });

  test('opens a second window only for the console, under the same rules', () => {
    const { open } = guarded();
    expect(open(`${origin}/simulator`)).toMatchObject({
      action: 'allow',
      overrideBrowserWindowOptions: {
        webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
      },
    });
  });

  test('allows no embedded views', () => {
    const { contents } = guarded();
    const event = new StoppableEvent();
    contents.emit('will-attach-webview', event);
    expect(event.isStopped).toBe(true);
  });

  test('does not navigate before the server is ready', () => {
    const contents = new ContentsDouble();
    const opener = { openExternal: async () => {} };
    const none = { pages: { consoleOrigin: null }, opener, onAction: () => {} };
    guardContents(contents as unknown as electron.WebContents, none);
    expect(contents.navigate(`${origin}/`)).toBe(true);
  });
});

describe('permissions', () => {
  type Permission = Parameters<NonNullable<SessionDouble['request']>>[1];

  function ask(permission: Permission, url: string, isMainFrame = true, media: string | null = null) {
    const session = new SessionDouble();
    guardSession(session as unknown as electron.Session, pages);
    let granted: boolean | null = null;
    const mediaTypes = media === null ? {} : { mediaTypes: media.split(',') };
    const details = { isMainFrame, requestingUrl: url, ...mediaTypes } as electron.PermissionRequest;
    session.request?.({} as electron.WebContents, permission, (answer) => (granted = answer), details);
    const checkDetails = {
      isMainFrame,
      mediaType: media ?? 'unknown',
    } as electron.PermissionCheckHandlerHandlerDetails;
    const checked = session.check?.(null, permission, originOf(url) ?? '', checkDetails);
    return { granted, checked, session };
  }

  test('the console may copy a key to the clipboard', () => {
    expect(ask('clipboard-sanitized-write', `${origin}/keys`)).toMatchObject({ granted: true, checked: true });
  });

  test('the console may use the microphone, not the camera', () => {
    expect(ask('media', `${origin}/inbox`, true, 'audio')).toMatchObject({ granted: true, checked: true });
    expect(ask('media', `${origin}/inbox`, true, 'video')).toMatchObject({ granted: false, checked: false });
    expect(ask('media', `${origin}/inbox`, true, 'audio,video')).toMatchObject({ granted: false, checked: false });
    expect(ask('media', 'https://evil.example/', true, 'audio')).toMatchObject({ granted: false, checked: false });
  });

  test.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'hid',
    'usb',
    'display-capture',
  ] as const)('%s is denied, even to the console', (permission) => {
    expect(ask(permission, `${origin}/`)).toMatchObject({ granted: false, checked: false });
  });

  test('no other page and no frame has a permission', () => {
    expect(ask('clipboard-sanitized-write', 'https://evil.example/')).toMatchObject({ granted: false, checked: false });
    expect(ask('clipboard-sanitized-write', `${origin}/`, false)).toMatchObject({ granted: false, checked: false });
  });

  test('devices are denied, and only the console may download', () => {
    const { session } = ask('usb', origin);
    expect(session.device?.({} as electron.DevicePermissionHandlerHandlerDetails)).toBe(false);
    for (const [url, isStopped] of [
      [`${origin}/owner/export`, false],
      [`blob:${origin}/1-2-3`, false],
      ['https://evil.example/a.exe', true],
      ['blob:https://evil.example/1', true],
    ] as const) {
      const event = new StoppableEvent();
      session.emit('will-download', event, { getURL: () => url });
      expect(event.isStopped).toBe(isStopped);
    }
  });
});

describe('the bridge of the console', () => {
  async function openBridge() {
    const electron = await makeElectron();
    const { ipcMain, dialog, shell } = electron.pieces;
    const chosen: object[] = [];
    serveBridge({
      ipcMain,
      dialog,
      opener: shell,
      pages,
      home: '/home/shop/data',
      window: () => null,
      computer: {
        choose: (changes) => {
          chosen.push(changes);
          return { startsAtLogin: false, keepsAwake: false, ...changes };
        },
      },
      title: 'Folder',
    });
    const call = async (channel: string, frame: { url: string; parent: object | null } | null, ...words: unknown[]) =>
      electron.ipc.get(channel)?.({ senderFrame: frame } as unknown as electron.IpcMainInvokeEvent, ...words);
    return { ...electron, call, chosen };
  }

  test('serves the console', async () => {
    const { call, shownFolders, chosenFolders } = await openBridge();
    const frame = { url: `${origin}/settings`, parent: null };
    expect(await call(channels.chooseFolder, frame)).toBeNull();
    chosenFolders.push('/media/usb');
    expect(await call(channels.chooseFolder, frame)).toBe('/media/usb');
    await call(channels.openDataFolder, frame);
    expect(shownFolders).toEqual(['/home/shop/data']);
  });

  test('applies only choices for the computer', async () => {
    const { call, chosen } = await openBridge();
    const choose = (changes: unknown) =>
      call(channels.chooseForComputer, { url: `${origin}/settings`, parent: null }, changes);
    expect(await choose({ keepsAwake: true })).toEqual({ startsAtLogin: false, keepsAwake: true });
    for (const wrong of [{ keepsAwake: 'yes' }, { program: '/bin/sh' }, null, 'on'])
      await expect(choose(wrong)).rejects.toThrow();
    expect(chosen).toEqual([{ keepsAwake: true }]);
  });

  test('rejects other pages, nested frames and destroyed ones', async () => {
    const { call, ipc, shownFolders } = await openBridge();
    const frames = [...foreign.map((url) => ({ url, parent: null })), { url: `${origin}/`, parent: {} }, null];
    for (const channel of ipc.keys()) {
      for (const frame of frames) await expect(call(channel, frame)).rejects.toThrow('Not for this page');
    }
    expect([shownFolders, ipc.size]).toEqual([[], 3]);
  });
});

describe('the scheme of the shell', () => {
  async function openHandler() {
    const folder = join(await temporaryFolder(), 'pages');
    await mkdir(folder);
    await writeFile(join(folder, 'safe-mode.css'), 'body {}');
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(folder, '..', 'outside.css'), 'secret');
    await mkdir(`${folder}-more`);
    await writeFile(join(`${folder}-more`, 'outside.css'), 'secret');
    const failure = { kind: 'stopped', message: '<script>alert(1)</script>' } as const;
    const state = { failure, backups: null, isRestoring: false };
    const page = () => renderSafeMode('en', languages.en, state, ['</pre><script>alert(2)</script>']);
    return createAppHandler(folder, page);
  }

  test('serves the page under a policy without scripts', async () => {
    const handle = await openHandler();
    const answer = await handle(new Request('app://shell/safe-mode'));
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe/);
    const html = await answer.text();
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(await (await handle(new Request('app://shell/safe-mode.css'))).text()).toBe('body {}');
  });

  test.each([
    '/../outside.css',
    '/..%2foutside.css',
    '/%2e%2e/outside.css',
    '/..%5coutside.css',
    '/%2e%2e%2fpages-more/outside.css',
    '/../pages-more/outside.css',
    '//outside.css',
    '/secret.txt',
    '/',
    '/missing.css',
    '/%00.css',
    '/%zz.css',
  ])('returns 404 for %j', async (path) => {
    const handle = await openHandler();
    const answer = await handle({ method: 'GET', url: `app://shell${path}` });
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  test('returns 404 for other hosts and methods', async () => {
    const handle = await openHandler();
    expect((await handle({ method: 'GET', url: 'app://evil/safe-mode' })).status).toBe(404);
    expect((await handle({ method: 'POST', url: 'app://shell/safe-mode' })).status).toBe(404);
  });
});
