import { expect, test } from 'vitest';
import { readDate, readTime, writeDate } from '../renderer/components/form/moments.ts';

test.each([
  ['8', '08:00'],
  ['08:30', '08:30'],
  ['830', '08:30'],
  ['0830', '08:30'],
  ['18h30', '18:30'],
  ['18.30', '18:30'],
  [' 6 pm ', '18:00'],
  ['12 a.m.', '00:00'],
  ['24:00', '00:00'],
  ['24:30', null],
  ['13 pm', null],
  ['8:6', null],
  ['8:60', null],
  ['noon', null],
  ['', null],
])('the time %j is read as %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

test.each([
  ['pt', '31/12/2026', '2026-12-31'],
  ['es', '1.2.26', '2026-02-01'],
  ['en', '12/31/2026', '2026-12-31'],
  ['pt', '2026-12-31', '2026-12-31'],
  ['pt', '5/3', `${new Date().getFullYear()}-03-05`],
  ['pt', '30/02/2026', null],
  ['pt', '12/31/2026', null],
  ['pt', '31', null],
  ['pt', 'hoje', null],
])('in %s the date %j is read as %s', (language, text, date) => {
  expect(readDate(text, language)).toBe(date);
});

test('a date is written in the order of the language, and nothing for none', () => {
  const written = ['pt', 'es', 'en'].map((language) => writeDate('2026-12-31', language));
  expect(written).toEqual(['31/12/2026', '31/12/2026', '12/31/2026']);
  expect(writeDate('', 'pt')).toBe('');
});
