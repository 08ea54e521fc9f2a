import { expect, test } from 'vitest';
import { clinic } from './scripts/clinic.ts';
import { pizzeria } from './scripts/pizzeria.ts';
import { salon } from './scripts/salon.ts';
import type { Script } from './scripts/script.ts';
import { openAnsweringShop } from './support.ts';

const shops = { pizzeria, salon, clinic };
const cases = Object.entries(shops).flatMap(([segment, scripts]) =>
  Object.entries(scripts).map(([language, script]): [string, Script] => [`${segment}-${language}`, script]),
);

/** The numbers of a text by value: 49,90 equals 49.9; a time yields its parts. */
const numbersIn = (text: string): number[] =>
  (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map((number) => Number(number.replace(',', '.')));

test.each(cases)(
  '%s holds a conversation of ten turns with the expected facts and no invented number',
  async (templateId, script) => {
    const { start, items, prices, turns } = script;
    expect(turns).toHaveLength(10);
    const language = templateId.slice(-2);
    const shop = await openAnsweringShop({ templateId, start, items, prices, draft: { language } });
    const agent = await shop.agent();
    const { body: catalog } = await shop.api.get(`/api/ai-agents/${shop.agentId}/catalog-items?limit=100`);
    const known = new Set(numbersIn(JSON.stringify([agent, catalog.data])));
    for (const { says, hears } of turns) {
      const said = (await shop.ask(says)).join('\n');
      for (const fact of hears) expect(said, says).toContain(fact);
      expect(
        numbersIn(said).filter((number) => !known.has(number)),
        `${says} → ${said}`,
      ).toEqual([]);
    }
  },
);
