/** Shows a number on the icon of the installed app; does nothing where there is no such icon. */
export function markApp(count: number): void {
  const marked = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  marked?.catch(() => {});
}
