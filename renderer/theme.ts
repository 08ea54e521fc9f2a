import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineTheme, rem } from '@mantine/core';
import { gold, paper, personColors } from './palette.ts';

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

/** Greys as warm as the paper. */
const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f4f2ed',
  '#eae7e0',
  '#dedad2',
  '#cdc8be',
  '#aca99f',
  '#83847c',
  '#4a514e',
  '#343a38',
  '#212625',
];

/** Greys of the dark theme, with a breath of the sea green. */
const dark: MantineColorsTuple = [
  '#cbd3d0',
  '#b5beba',
  '#838d89',
  '#68726e',
  '#3b4441',
  '#303937',
  '#242b29',
  '#1b2120',
  '#161c1b',
  '#101514',
];

/** Where what floats is put: all content should be inside a landmark. */
const inLandmark = { target: 'main' };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  colors: { brand, gray, dark },
  black: '#1b2321',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  // One scale of six sizes: 12, 13, 14, 16, 20, 28.
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(28), lineHeight: rem(36) },
      h2: { fontSize: rem(20), lineHeight: rem(28) },
      h3: { fontSize: rem(16), lineHeight: rem(24) },
      h4: { fontSize: rem(14), lineHeight: rem(20) },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Scroll lock adds a style sheet without the nonce, which the content security policy blocks; the page behind does
    // not scroll.
    Modal: { defaultProps: { lockScroll: false, transitionProps: { transition: 'fade-down', duration: 140 } } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 140 } } },
    // A menu may contain nothing but its items.
    Menu: { defaultProps: { portalProps: inLandmark, withInitialFocusPlaceholder: false } },
    Tooltip: {
      defaultProps: {
        portalProps: inLandmark,
        events: { hover: true, focus: true, touch: false },
        transitionProps: { transition: 'fade', duration: 120 },
      },
    },
  },
});

const hues = ['brand', 'green', 'red', 'orange', 'yellow', 'blue', 'violet', 'gray'] as const;

/** Line colours of plots. */
const plotColors = (current: MantineTheme, shade: number) =>
  Object.fromEntries(hues.map((hue) => [`--fd-plot-${hue}`, `${current.colors[hue]?.[shade]}`]));

/** White on Mantine's filled red has 3.8:1; on this red 5.4:1. */
const filledRed = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b02525' };

const goldColors = (scheme: keyof typeof gold) => ({
  '--fd-gold': gold[scheme].fill,
  '--fd-gold-ink': gold[scheme].ink,
  '--fd-gold-text': gold[scheme].text,
  '--fd-gold-surface': gold[scheme].surface,
  '--fd-gold-edge': gold[scheme].edge,
});

/** Colours of people's initials, `--fd-person-<n>-surface` and `-text`. */
const initialsColors = (scheme: 'light' | 'dark') =>
  Object.fromEntries(
    personColors.flatMap((color, index) => [
      [`--fd-person-${index}-surface`, color[scheme].surface],
      [`--fd-person-${index}-text`, color[scheme].text],
    ]),
  );

/** Mantine's light variants and dimmed text are below 4.5:1; these colours are not. */
export const cssVariables: CSSVariablesResolver = (current: MantineTheme) => ({
  variables: {},
  light: {
    ...filledRed,
    '--mantine-color-dimmed': paper.light.dimmed,
    '--mantine-color-placeholder': '#6a7370',
    '--mantine-color-body': paper.light.page,
    '--mantine-color-error': '#c22525',
    '--mantine-color-default-hover': gray[1],
    '--fd-surface': paper.light.surface,
    '--fd-nav': paper.light.nav,
    '--fd-line': '#e3e0d9',
    '--fd-bubble-in': '#ffffff',
    '--fd-bubble-out': '#d9f2ec',
    '--fd-drawing-line': '#0b6e63',
    '--fd-drawing-fill': '#d3ece7',
    ...goldColors('light'),
    ...initialsColors('light'),
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
    '--mantine-color-text': '#e2e7e5',
    '--mantine-color-dimmed': paper.dark.dimmed,
    '--mantine-color-placeholder': '#98a4a0',
    '--mantine-color-body': paper.dark.page,
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-default-hover': dark[6],
    '--mantine-color-brand-light': '#153731',
    '--mantine-color-brand-light-hover': '#1b423b',
    '--fd-surface': paper.dark.surface,
    '--fd-nav': paper.dark.nav,
    '--fd-line': '#2e3735',
    '--fd-bubble-in': '#252d2b',
    '--fd-bubble-out': '#12463f',
    '--fd-drawing-line': '#73c3b4',
    '--fd-drawing-fill': '#173732',
    ...goldColors('dark'),
    ...initialsColors('dark'),
    ...plotColors(current, 4),
    '--mantine-color-anchor': '#73c3b4',
    '--mantine-primary-color-light-color': '#a5d8ce',
    ...Object.fromEntries(hues.map((hue) => [`--mantine-color-${hue}-light-color`, `${current.colors[hue]?.[2]}`])),
  },
});
