import type { Notification } from 'electron';
import type { ElectronPieces } from '../electron-pieces.ts';

/** Notifications of the operating system. Keeps a reference to each: a garbage-collected one would lose its click. */
export class Notices {
  readonly #create: ElectronPieces['createNotification'];
  readonly #shown = new Set<Pick<Notification, 'on' | 'show'>>();

  constructor(create: ElectronPieces['createNotification']) {
    this.#create = create;
  }

  show(title: string, body: string, onClick: () => void = () => {}): void {
    const notice = this.#create({ title, body });
    this.#shown.add(notice);
    notice.on('click', () => {
      this.#shown.delete(notice);
      onClick();
    });
    notice.on('close', () => this.#shown.delete(notice));
    notice.show();
  }
}
