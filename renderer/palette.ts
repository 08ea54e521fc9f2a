/** What everything stands on, and the ink of what is said aside. */
export const paper = {
  light: { page: '#fbfaf8', surface: '#ffffff', nav: '#f4f2ed', dimmed: '#55605d' },
  dark: { page: '#141918', surface: '#1b2120', nav: '#0f1413', dimmed: '#a9b5b1' },
} as const;

/**
 * Gold has one meaning: somebody waits for a person. `ink` is text on it; `text` stands on `surface` or on the page;
 * `edge` is a line or a dot, 3:1 from the page.
 */
export const gold = {
  light: { fill: '#f2b035', ink: '#2e2000', text: '#7a5200', surface: '#fff3d6', edge: '#b07a00' },
  dark: { fill: '#ffc658', ink: '#2e2000', text: '#ffd27a', surface: '#352b14', edge: '#ffc658' },
} as const;

interface Pair {
  surface: string;
  text: string;
}

/** Colours for initials. Neither red nor gold is among them: these two have a meaning. */
export const personColors: { light: Pair; dark: Pair }[] = [
  { light: { surface: '#d3ece7', text: '#085a51' }, dark: { surface: '#123d37', text: '#a5d8ce' } },
  { light: { surface: '#dbe7f8', text: '#1f4f8f' }, dark: { surface: '#1b3252', text: '#b3d0f5' } },
  { light: { surface: '#e7e0f7', text: '#5a3a9b' }, dark: { surface: '#35285a', text: '#d3c4f5' } },
  { light: { surface: '#f6dfec', text: '#8c2c66' }, dark: { surface: '#4d2140', text: '#f0bfdc' } },
  { light: { surface: '#e2eed3', text: '#44631a' }, dark: { surface: '#2b3d17', text: '#c9e2a6' } },
  { light: { surface: '#d8ebf2', text: '#14566d' }, dark: { surface: '#123b4a', text: '#a9dbee' } },
  { light: { surface: '#efe4da', text: '#6b4a2a' }, dark: { surface: '#40301f', text: '#e3cbb2' } },
  { light: { surface: '#e3e6e9', text: '#454f5a' }, dark: { surface: '#2f373d', text: '#c9d3da' } },
];
