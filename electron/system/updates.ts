import type { AppUpdater } from 'electron-updater';

const checkEveryMs = 6 * 3_600_000;

type Updater = Pick<
  AppUpdater,
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'quitAndInstall'
  | 'on'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'logger'
>;

export interface UpdateEvents {
  onReady(version: string): void;
  onNothingNew(): void;
  onFault(message: string): void;
}

/** Checks for newer versions at the feed configured at build time, and nowhere else. */
export class Updates {
  readonly #updater: Updater;
  readonly #events: UpdateEvents;
  #timer: NodeJS.Timeout | null = null;
  #isReady = false;

  private constructor(updater: Updater, events: UpdateEvents) {
    this.#updater = updater;
    this.#events = events;
  }

  /** Returns null without a feed: no request is ever made. Throws for a feed that is not https, a build error. */
  static open(feed: string, loadUpdater: () => Updater, events: UpdateEvents): Updates | null {
    if (feed === '') return null;
    if (!URL.canParse(feed) || new URL(feed).protocol !== 'https:') throw new Error('The update feed must be https');
    const updater = loadUpdater();
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    updater.allowDowngrade = false;
    updater.logger = null;
    updater.setFeedURL({ provider: 'generic', url: feed });
    const updates = new Updates(updater, events);
    updater.on('update-downloaded', ({ version }) => {
      updates.#isReady = true;
      events.onReady(version);
    });
    updater.on('error', (error) => events.onFault(error.message));
    return updates;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  start(): void {
    this.#check(false);
    this.#timer = setInterval(() => this.#check(false), checkEveryMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Checks on the owner's request, who is also notified when there is no update. */
  checkNow(): void {
    this.#check(true);
  }

  install(): void {
    this.#updater.quitAndInstall();
  }

  #check(isAsked: boolean): void {
    this.#updater.checkForUpdates().then(
      (result) => {
        if (isAsked && !result?.isUpdateAvailable) this.#events.onNothingNew();
      },
      // The `error` event reports it too; a missing network is not shown.
      () => {},
    );
  }
}
