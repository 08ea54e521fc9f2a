import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openShell } from './open-shell.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const longEnoughMs = 60_000;
/** The deaths after which a page is not loaded again. */
const most = 8;

async function openPage() {
  const shell = await openShell();
  shell.ready();
  shell.signIn();
  const page = shell.window().webContents;
  const answer = async () => (await shell.protocols.get('app')?.(new Request('app://shell/safe-mode')))?.text();
  return { ...shell, page, log: async () => (await answer()) ?? '' };
}

describe('a dead page', () => {
  test.each(['crashed', 'oom', 'killed', 'abnormal-exit', 'memory-eviction'] as const)(
    'is loaded again, which the log says: %s',
    async (reason) => {
      const { page, log } = await openPage();
      page.die(reason);
      vi.advanceTimersByTime(longEnoughMs);
      expect(page).toMatchObject({ reloads: 1, isDead: false });
      expect(await log()).toContain(`the page ended (${reason}, 5): it is loaded again`);
    },
  );

  test('is not loaded again after it has closed itself', async () => {
    const { page } = await openPage();
    page.die('clean-exit');
    vi.advanceTimersByTime(longEnoughMs);
    expect(page.reloads).toBe(0);
  });

  test('is loaded again a few times only, and then when the owner opens the window', async () => {
    const { page, tray, log } = await openPage();
    for (let count = 0; count < most + 3; count++) {
      page.die('crashed');
      vi.advanceTimersByTime(2_000);
    }
    expect(page).toMatchObject({ reloads: most - 1, isDead: true });
    expect(await log()).toContain('too often: it is not loaded again');
    tray.emit('click');
    expect(page).toMatchObject({ reloads: most, isDead: false });
  });

  test('of a second window is loaded again too', async () => {
    const { app, page } = await openPage();
    const other = Object.create(page, { reloads: { value: 0, writable: true } });
    app.emit('web-contents-created', {}, other);
    other.die('crashed');
    vi.advanceTimersByTime(longEnoughMs);
    expect(other.reloads).toBeGreaterThan(0);
  });

  test('leaves a closed window alone', async () => {
    const { page } = await openPage();
    page.die('crashed');
    page.isDestroyed = () => true;
    vi.advanceTimersByTime(longEnoughMs);
    expect(page.reloads).toBe(0);
  });
});

describe('a page that does not respond', () => {
  test('is ended and loaded again', async () => {
    const { page, log } = await openPage();
    page.emit('unresponsive');
    expect(page.isDead).toBe(false);
    vi.advanceTimersByTime(longEnoughMs);
    expect(page).toMatchObject({ reloads: 1, isDead: false });
    expect(await log()).toContain('the page does not respond');
  });

  test('is left alone if it responds again, as after a sleep', async () => {
    const { page } = await openPage();
    page.emit('unresponsive');
    page.emit('responsive');
    vi.advanceTimersByTime(longEnoughMs);
    expect(page.reloads).toBe(0);
  });
});

describe('a page that cannot be loaded', () => {
  const fail = (page: Awaited<ReturnType<typeof openPage>>['page'], code: number, isMainFrame = true) =>
    page.emit('did-fail-load', {}, code, 'ERR_FAILED', page.url, isMainFrame, 1, 1);

  test('is loaded again', async () => {
    const { page } = await openPage();
    fail(page, -2);
    vi.advanceTimersByTime(longEnoughMs);
    expect(page.reloads).toBe(1);
  });

  test('is left alone where another page has replaced it, or only a part is missing', async () => {
    const { page } = await openPage();
    fail(page, -3);
    fail(page, -2, false);
    vi.advanceTimersByTime(longEnoughMs);
    expect(page.reloads).toBe(0);
  });
});
