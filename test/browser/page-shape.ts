import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';

/** Runs in the page: its elements and their attributes, without the words, ids and numbers in them. */
const describeShape = `(() => {
  const words = new Set(['aria-label', 'title', 'alt', 'placeholder', 'value', 'content', 'href', 'src', 'lang', 'id', 'for']);
  const varying = /[0-9a-z]{20,}|\\d+|mantine-\\w+/g;
  const lines = [innerWidth];
  for (const element of document.querySelectorAll('*')) {
    const attributes = [...element.attributes].map(({ name, value }) => {
      const isNamed = words.has(name) || /^aria-(labelledby|describedby|controls|owns)$/.test(name);
      return name + '=' + (isNamed ? value.trim() !== '' : value.replace(varying, '#'));
    });
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    lines.push(element.tagName + ' ' + attributes.sort().join(' ') + (hasText ? ' text' : ''));
  }
  return lines.join('\\n');
})()`;

/** A digest of the page's structure: the same for two languages of a screen that show the same things. */
export async function shapeOf(page: Page): Promise<string> {
  return createHash('sha1')
    .update(await page.evaluate<string>(describeShape))
    .digest('base64');
}
