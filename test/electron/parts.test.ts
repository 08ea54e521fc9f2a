import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as electron from 'electron';
import type { AppUpdater } from 'electron-updater';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { PreferenceFile } from '../../electron/preferences.ts';
import { findDeepLink, readDeepLink } from '../../electron/system/deep-links.ts';
import { programOf, setStartAtLogin, startsAtLogin } from '../../electron/system/start-at-login.ts';
import { describeState } from '../../electron/system/tray.ts';
import { Updates } from '../../electron/system/updates.ts';
import { menuTemplate } from '../../electron/window/menu.ts';
import { placeWindow } from '../../electron/window/window-place.ts';
import { languages, pickLanguage } from '../../electron/words.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { eventually } from '../support/server/app.ts';
import { findFaults, findLonePlurals, flatten } from '../support/translations.ts';
import { AppDouble } from './electron-double.ts';

describe('a deep link', () => {
  test('opens screens of the console', () => {
    expect(readDeepLink('frontdesk://open')).toBe('/');
    expect(readDeepLink('frontdesk://inbox/')).toBe('/inbox');
    expect(readDeepLink('frontdesk://conversation/conv_01h455vb4pex5vsknk084sn02q')).toBe(
      '/inbox/conv_01h455vb4pex5vsknk084sn02q',
    );
    expect(findDeepLink(['frontdesk', '--flag', 'frontdesk://settings'])).toBe('/settings');
  });

  test.each([
    'frontdesk://conversation/../owner/keys',
    'frontdesk://conversation/conv_short',
    'frontdesk://inbox?x=1',
    'frontdesk://inbox#token',
    'frontdesk://evil.example',
    'frontdesk:inbox',
    'https://inbox',
    '',
  ])('%j is ignored', (link) => {
    expect(readDeepLink(link)).toBeNull();
    expect(findDeepLink(['frontdesk', link])).toBeNull();
  });
});

describe('the place of the window', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1040 };

  test('is restored on its screen', () => {
    const second = { x: 1920, y: 0, width: 1600, height: 900 };
    const last = { x: 2000, y: 100, width: 1200, height: 700 };
    expect(placeWindow(last, [screen, second])).toEqual(last);
  });

  test('is the middle of the first screen when it is new or its screen is gone', () => {
    const middle = { x: 320, y: 120, width: 1280, height: 800 };
    expect(placeWindow(null, [screen])).toEqual(middle);
    expect(placeWindow({ x: 5000, y: 0, width: 1200, height: 700 }, [screen])).toEqual(middle);
    expect(placeWindow({ x: 1915, y: 0, width: 1200, height: 700 }, [screen])).toEqual(middle);
  });

  test('is always on a screen, whatever was stored', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 10_000 });
    const area = fc.record({ x: number, y: number, width: fc.integer({ min: 300, max: 5_000 }), height: size });
    const bounds = fc.option(fc.record({ x: number, y: number, width: size, height: size }));
    fc.assert(
      fc.property(bounds, fc.array(area, { minLength: 1, maxLength: 3 }), (last, areas) => {
        const { x, y, width, height } = placeWindow(last, areas);
        const isInside = (one: typeof screen) =>
          x >= one.x && y >= one.y && x + width <= one.x + one.width && y + height <= one.y + one.height;
        expect(areas.some(isInside)).toBe(true);
      }),
    );
  });
});

describe('a stored preference', () => {
  test('is read at the next start', async () => {
    const file = join(await temporaryFolder(), 'window.json');
    const bounds = { x: 1, y: 2, width: 1100, height: 700 };
    new PreferenceFile(file).change({ bounds, closeToTray: false });
    expect(new PreferenceFile(file).values).toMatchObject({ bounds, closeToTray: false, isMaximized: false });
  });

  test.each([
    '',
    '{',
    '[]',
    '{"bounds":{"x":"1"},"closeToTray":"yes"}',
    '{"bounds":{"x":0,"y":0,"width":0,"height":0}}',
  ])('falls back to its default when the file holds %j', async (text) => {
    const file = join(await temporaryFolder(), 'window.json');
    writeFileSync(file, text);
    expect(new PreferenceFile(file).values).toMatchObject({ bounds: null, closeToTray: true });
  });
});

describe('updates', () => {
  function makeUpdater(isUpdateAvailable = false) {
    const listeners = new Map<string, (value: never) => void>();
    const updater = {
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: true,
      logger: console as AppUpdater['logger'],
      setFeedURL: vi.fn(),
      checkForUpdates: vi.fn(async () => ({ isUpdateAvailable })),
      quitAndInstall: vi.fn(),
      on: (name: string, listener: (value: never) => void) => void listeners.set(name, listener),
    };
    const events = { onReady: vi.fn(), onNothingNew: vi.fn(), onFault: vi.fn() };
    return { updater, events, listeners, load: () => updater as unknown as AppUpdater };
  }

  test('are off without a feed, and the updater is not loaded', () => {
    const load = vi.fn();
    expect(Updates.open('', load, makeUpdater().events)).toBeNull();
    expect(load).not.toHaveBeenCalled();
  });

  test.each(['http://updates.example', 'updates.example', 'file:///tmp'])('are never loaded from %j', (feed) => {
    const load = vi.fn();
    expect(() => Updates.open(feed, load, makeUpdater().events)).toThrow('must be https');
    expect(load).not.toHaveBeenCalled();
  });

  test('come from the feed, are announced when ready, and are installed at the owner’s request', async () => {
    const { updater, events, listeners, load } = makeUpdater();
    const updates = Updates.open('https://updates.example/frontdesk', load, events);
    expect(updater.setFeedURL).toHaveBeenCalledWith({ provider: 'generic', url: 'https://updates.example/frontdesk' });
    expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: false });
    updates?.start();
    await eventually(async () => updater.checkForUpdates.mock.calls.length === 1);
    expect(events.onNothingNew).not.toHaveBeenCalled();
    updates?.checkNow();
    await eventually(async () => events.onNothingNew.mock.calls.length === 1);
    listeners.get('update-downloaded')?.({ version: '0.2.0' } as never);
    expect([events.onReady.mock.calls, updates?.isReady]).toEqual([[['0.2.0']], true]);
    updates?.install();
    expect(updater.quitAndInstall).toHaveBeenCalledTimes(1);
    updates?.stop();
  });

  test('do not fail the program when the feed is unreachable', async () => {
    const { updater, events, listeners, load } = makeUpdater();
    updater.checkForUpdates.mockRejectedValue(new Error('no network'));
    Updates.open('https://updates.example', load, events)?.checkNow();
    listeners.get('error')?.(new Error('no network') as never);
    await eventually(async () => events.onFault.mock.calls.length === 1);
    expect(events.onNothingNew).not.toHaveBeenCalled();
  });
});

describe('starting with the computer', () => {
  const parts = async (platform: NodeJS.Platform, program = '/opt/Front desk/frontdesk') => {
    const app = new AppDouble();
    app.userData = await temporaryFolder();
    return { app: app as unknown as electron.App, double: app, platform, program };
  };

  test('is a file on Linux, with the program quoted', async () => {
    const login = await parts('linux', '/opt/Front "desk"/100%/$x');
    expect(startsAtLogin(login)).toBe(false);
    setStartAtLogin(login, true);
    const file = join(login.double.getPath('appData'), 'autostart', 'frontdesk.desktop');
    expect(readFileSync(file, 'utf8')).toContain(String.raw`Exec="/opt/Front \\"desk\\"/100%%/\\$x" --hidden`);
    expect(startsAtLogin(login)).toBe(true);
    setStartAtLogin(login, false);
    expect([existsSync(file), startsAtLogin(login)]).toEqual([false, false]);
  });

  test('is a setting of the system elsewhere, and opens no window', async () => {
    for (const platform of ['win32', 'darwin'] as const) {
      const login = await parts(platform);
      setStartAtLogin(login, true);
      const path = platform === 'win32' ? { path: `"${login.program}"` } : {};
      expect(login.double.loginItem).toEqual({ openAtLogin: true, args: ['--hidden'], ...path });
      expect(startsAtLogin(login)).toBe(true);
    }
  });
});

test('the program is the file that the owner opened, not the copy that it unpacks', () => {
  expect(programOf({}, '/opt/frontdesk')).toBe('/opt/frontdesk');
  expect(programOf({ APPIMAGE: '/home/shop/Frontdesk.AppImage' }, '/tmp/.mount/frontdesk')).toBe(
    '/home/shop/Frontdesk.AppImage',
  );
  expect(programOf({ PORTABLE_EXECUTABLE_FILE: 'D:\\Frontdesk.exe' }, 'C:\\Temp\\2fQx\\Frontdesk.exe')).toBe(
    'D:\\Frontdesk.exe',
  );
});

describe('words', () => {
  test('are in the system’s language, else in English', () => {
    expect(['pt-BR', 'pt', 'es_MX', 'en-GB', 'de', ''].map(pickLanguage)).toEqual(['pt', 'pt', 'es', 'en', 'en', 'en']);
  });

  test.each(['pt', 'es'] as const)('%s leaves no sentence in English', (language) => {
    const english = new Set(flatten(languages.en).values());
    expect(
      [...flatten(languages[language]).values()].filter((word) => word.includes(' ') && english.has(word)),
    ).toEqual([]);
  });

  test.each(['en', 'pt', 'es'] as const)('has every word in %s, none empty, with the same placeholders', (language) => {
    expect(findFaults(languages.en, languages[language])).toEqual([]);
  });

  test('has the singular and the plural of each counted word', () => {
    expect(findLonePlurals(languages.en)).toEqual([]);
  });

  test.each([
    [0, 'No channels yet'],
    [1, '1 of 1 channel connected'],
    [2, '1 of 2 channels connected'],
  ])('counts %i channels', (count, line) => {
    const status = { type: 'status', channels: { connected: 1, count }, sendingPaused: false, waiting: 0 } as const;
    expect(describeState(languages.en, { kind: 'running', status })).toBe(line);
  });
});

describe('the menu', () => {
  const nothing = () => {};
  const actions = {
    openDataFolder: nothing,
    setStartAtLogin: nothing,
    setKeepsAwake: nothing,
    setCloseToTray: nothing,
    openApiReference: nothing,
    checkForUpdates: nothing,
    restartToUpdate: nothing,
    reload: nothing,
    quit: nothing,
  };
  const state = {
    ...{ isMac: false, isPackaged: true, startsAtLogin: false },
    ...{ keepsAwake: false, closesToTray: true, updates: null },
  };

  test('shows the developer tools only in a checkout, and updates only when enabled', () => {
    const { menu } = languages.en;
    const show = (more: object) => JSON.stringify(menuTemplate(languages.en, { ...state, ...more }, actions));
    expect(show({})).not.toContain('toggleDevTools');
    expect(show({ isPackaged: false })).toContain('toggleDevTools');
    expect(show({})).not.toMatch(new RegExp(`${menu.checkForUpdates}|${menu.restartToUpdate}`));
    expect(show({ updates: 'idle' })).toContain(menu.checkForUpdates);
    expect(show({ updates: 'ready' })).toContain(menu.restartToUpdate);
  });
});
