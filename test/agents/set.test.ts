import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messageClasses, readSet } from './set.ts';

const languages = ['pt', 'es', 'en'] as const;
const segments = new URL('../../server/areas/agents/templates/segments/', import.meta.url);
/** The templates by the words of a shop's id, in the languages that ids are written in. */
const templateWords =
  /^(bakery|padaria|panaderia|auto-repair|oficina|taller|barber|barbearia|clinic|clothing|roupas|ropa|dentist|guesthouse|pousada|hostal|gym|academia|gimnasio|pet|pizzeria|pizzaria|restaurant|salon|salao)/;

const halves = { fitted: readSet('fitted'), 'held-out': readSet('held-out') };
const shops = Object.values(halves).flat();
const messages = shops.flatMap((shop) => shop.messages);

test('each half has three shops or more in all languages, and the set has six or more with two a language', () => {
  for (const half of Object.values(halves)) {
    expect(half.length).toBeGreaterThanOrEqual(3);
    expect(new Set(half.map((shop) => shop.language))).toEqual(new Set(languages));
  }
  expect(shops.length).toBeGreaterThanOrEqual(6);
  for (const language of languages) {
    expect(shops.filter((shop) => shop.language === language).length).toBeGreaterThanOrEqual(2);
  }
});

test('each shop has 60 messages or more of all classes, of which about two thirds can be answered', () => {
  for (const shop of shops) {
    expect(shop.messages.length, shop.id).toBeGreaterThanOrEqual(60);
    const answerable = shop.messages.filter((message) => message.answerable).length / shop.messages.length;
    expect(answerable, shop.id).toBeGreaterThan(0.6);
    expect(answerable, shop.id).toBeLessThan(0.73);
    for (const kind of messageClasses) {
      const count = shop.messages.filter((message) => message.class === kind).length;
      expect(count, `${shop.id}: ${kind}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test('no id occurs twice, of shops in the set or of messages in a shop', () => {
  expect(new Set(shops.map((shop) => shop.id)).size).toBe(shops.length);
  for (const shop of shops) {
    expect(new Set(shop.messages.map((message) => message.id)).size, shop.id).toBe(shop.messages.length);
  }
});

test('a message follows one that stands before it in the same shop, and every follow-up follows one or opens a conversation', () => {
  for (const shop of shops) {
    const before = new Set<string>();
    const followed = new Set(shop.messages.map((message) => message.follows));
    for (const message of shop.messages) {
      if (message.follows !== undefined) expect(before, message.id).toContain(message.follows);
      if (message.class === 'follow_up') expect(message.follows ?? followed.has(message.id), message.id).toBeTruthy();
      before.add(message.id);
    }
  }
});

test('no held-out shop is of a kind that a template serves', () => {
  const templates = readdirSync(segments).map((name) => name.replace(/\.ts$/, ''));
  for (const shop of readSet('held-out')) {
    const kind = shop.id.replace(/^(pt|es|en)-/, '');
    expect(templates).not.toContain(kind);
    expect(kind).not.toMatch(templateWords);
  }
});

test('what can be answered says what must be told, and what cannot says why', () => {
  for (const message of messages) {
    if (message.answerable) expect(message.must.length, message.id).toBeGreaterThan(0);
    else expect(message.why, message.id).toBeTruthy();
  }
});
