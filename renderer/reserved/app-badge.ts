/** Shows a number on the installed app's icon; does nothing if the browser cannot. */
export function markApp(count: number): void {
  const marked = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  marked?.catch(() => {});
}
