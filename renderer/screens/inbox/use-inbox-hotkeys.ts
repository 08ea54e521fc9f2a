import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

/** Single keys, except while something is typed or a dialog is open. */
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
