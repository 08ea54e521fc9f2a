import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineTheme } from '@mantine/core';

/** Deep sea green; white text on shade 7 has a contrast of 5.6:1. */
const brand: MantineColorsTuple = [
  '#e8f7f4',
  '#d3ece7',
  '#a5d8ce',
  '#73c3b4',
  '#4bb29e',
  '#2ea58f',
  '#169480',
  '#0b6e63',
  '#085a51',
  '#04463f',
];

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  colors: { brand },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Scroll lock adds a style sheet without the nonce, which the content security policy blocks; the page behind does
    // not scroll.
    Modal: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
  },
});

const hues = ['brand', 'green', 'red', 'orange', 'yellow', 'blue', 'violet', 'gray'] as const;

/** Line colours of plots. */
const plotColors = (current: MantineTheme, shade: number) =>
  Object.fromEntries(hues.map((hue) => [`--fd-plot-${hue}`, `${current.colors[hue]?.[shade]}`]));

/** White on Mantine's filled red has 3.8:1; on this red 5.4:1. */
const filledRed = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b02525' };

/** Mantine's light variants and dimmed text are below 4.5:1; these colours are not. */
export const cssVariables: CSSVariablesResolver = (current: MantineTheme) => ({
  variables: {},
  light: {
    ...filledRed,
    '--mantine-color-dimmed': '#55606b',
    '--mantine-color-placeholder': '#6a747e',
    '--mantine-color-body': '#f7f8f8',
    '--mantine-color-error': '#c22525',
    '--fd-surface': '#ffffff',
    '--fd-line': '#dfe4e6',
    '--fd-bubble-in': '#ffffff',
    '--fd-bubble-out': '#d9f2ec',
    ...plotColors(current, 7),
    ...Object.fromEntries(
      hues.map((hue) => [
        `--mantine-color-${hue}-light-color`,
        `color-mix(in srgb, ${current.colors[hue]?.[9]} 82%, black)`,
      ]),
    ),
  },
  dark: {
    ...filledRed,
    '--mantine-color-dimmed': '#a9b4bc',
    '--mantine-color-placeholder': '#98a3ab',
    '--mantine-color-body': '#14191c',
    '--mantine-color-error': '#ff9c9c',
    '--fd-surface': '#1b2125',
    '--fd-line': '#2f383d',
    '--fd-bubble-in': '#252d32',
    '--fd-bubble-out': '#12463f',
    ...plotColors(current, 4),
    '--mantine-color-anchor': '#73c3b4',
    '--mantine-primary-color-light-color': '#a5d8ce',
    ...Object.fromEntries(hues.map((hue) => [`--mantine-color-${hue}-light-color`, `${current.colors[hue]?.[2]}`])),
  },
});
