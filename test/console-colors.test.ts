import { expect, test } from 'vitest';
import { initialsOf, personColorOf } from '../renderer/components/values/initials.ts';
import { gold, paper, personColors } from '../renderer/palette.ts';

/** Relative luminance of `#rrggbb`, as WCAG defines it. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const text = 4.5;
const line = 3;

test.each(['light', 'dark'] as const)('the colours of the %s theme can be read', (scheme) => {
  const { page, surface, nav, dimmed } = paper[scheme];
  const pairs: [name: string, one: string, other: string, least: number][] = [
    ...[page, surface, nav].map((ground): [string, string, string, number] => ['dimmed', dimmed, ground, text]),
    ['a number on gold', gold[scheme].ink, gold[scheme].fill, text],
    ['gold text on the page', gold[scheme].text, page, text],
    ['gold text on its surface', gold[scheme].text, gold[scheme].surface, text],
    ['a gold dot', gold[scheme].edge, page, line],
    ...personColors.map((color, index): [string, string, string, number] => [
      `initials ${index}`,
      color[scheme].text,
      color[scheme].surface,
      text,
    ]),
  ];
  const faint = pairs.filter(([, one, other, least]) => contrastOf(one, other) < least);
  expect(faint.map(([name, one, other]) => `${name}: ${contrastOf(one, other).toFixed(2)}`)).toEqual([]);
});

test('a name has its initials and always the same colour', () => {
  expect(initialsOf('Ana Maria de Souza')).toBe('AS');
  expect(initialsOf('élise')).toBe('É');
  expect(initialsOf('🍕 Bela Massa')).toBe('BM');
  expect(initialsOf('+55 11 98765-4321')).toBe('');
  expect(personColorOf(' ana souza')).toBe(personColorOf('Ana Souza'));
  const names = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fábio', 'Gil', 'Helena', 'Ivo', 'Joana', 'Kléber', 'Lia'];
  expect(new Set(names.map(personColorOf)).size).toBeGreaterThan(4);
});
