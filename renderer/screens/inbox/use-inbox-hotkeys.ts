import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

/** Single-key shortcuts, disabled while typing or in a dialog. */
export function useInboxHotkeys(hotkeys: HotkeyItem[]): void {
  useHotkeys(
    hotkeys.map(([key, act, options]) => [
      key,
      (event) => {
        if (!document.querySelector('[role="dialog"]')) act(event);
      },
      options,
    ]),
  );
}
