import type { Menu, MenuItemConstructorOptions, Tray } from 'electron';
import type { ShellStatus } from '../../server/shell-protocol.ts';
import { fill, type Words } from '../words.ts';

/** State of the server as shown by the tray. */
export type TrayState = { kind: 'starting' } | { kind: 'stopped' } | { kind: 'running'; status: ShellStatus };

export interface TrayActions {
  open(): void;
  setSendingPaused(paused: boolean): void;
  quit(): void;
}

/** Returns the state as one line. */
export function describeState({ tray }: Words, state: TrayState): string {
  if (state.kind !== 'running') return tray[state.kind];
  const { channels, sendingPaused, waiting } = state.status;
  const parts = [fill(channelLine(tray, channels.count), channels)];
  if (waiting > 0) parts.unshift(fill(tray.waiting, { count: waiting }));
  if (sendingPaused) parts.push(tray.paused);
  return parts.join(' · ');
}

const channelLine = (tray: Words['tray'], count: number): string =>
  count === 0 ? tray.noChannels : count === 1 ? tray.channels_one : tray.channels_other;

/** The tray menu: open, state, pause sending, quit. */
export function trayTemplate(words: Words, state: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const { tray } = words;
  const isPaused = state.kind === 'running' && state.status.sendingPaused;
  return [
    { label: tray.open, click: () => actions.open() },
    { type: 'separator' },
    { label: describeState(words, state), enabled: false },
    {
      label: tray.pauseSending,
      type: 'checkbox',
      checked: isPaused,
      enabled: state.kind === 'running',
      click: () => actions.setSendingPaused(!isPaused),
    },
    { type: 'separator' },
    { label: tray.quit, click: () => actions.quit() },
  ];
}

/** The tray icon. */
export class TrayIcon {
  readonly #tray: Pick<Tray, 'setToolTip' | 'setContextMenu'>;
  readonly #menu: Pick<typeof Menu, 'buildFromTemplate'>;
  readonly #words: Words;
  readonly #actions: TrayActions;

  constructor(
    tray: Pick<Tray, 'setToolTip' | 'setContextMenu' | 'on'>,
    menu: Pick<typeof Menu, 'buildFromTemplate'>,
    words: Words,
    actions: TrayActions,
  ) {
    this.#tray = tray;
    this.#menu = menu;
    this.#words = words;
    this.#actions = actions;
    tray.on('click', () => actions.open());
  }

  /** Rebuilds the menu each time, since Linux does not show changes to an existing one. */
  show(state: TrayState): void {
    this.#tray.setToolTip(`Frontdesk: ${describeState(this.#words, state)}`);
    this.#tray.setContextMenu(this.#menu.buildFromTemplate(trayTemplate(this.#words, state, this.#actions)));
  }
}
