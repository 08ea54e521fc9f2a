export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageName = 'frontdesk.reference.theme';

/** The theme that was chosen in this browser; `auto` follows the system. */
export const readTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(storageName)) ?? 'auto';

/** Shows a theme and remembers it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(storageName, theme);
}
