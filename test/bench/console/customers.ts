import { cli, startFrontdesk, summarize, withTemporaryHome, writeResults } from '../support.ts';
import { startBrowser, timeUntil } from './browser.ts';

/**
 * The console's customers with 50,000 contacts in Chromium: from the click on the menu to the first lines, from the click
 * on a name to the page of the person, and, with the list shown, from a search to the one line found (the pause that the
 * field waits for the next letter comes before it). Needs `npm run build:console` and a Chromium.
 */
const contacts = 50_000;
const times = 20;
const goalsMs = { open: 300, search: 100 };
const line = '.cu-table tr[data-id]';

const csv = [
  'phone;name;tags',
  ...Array.from({ length: contacts }, (_, index) => `+55119${10_000_000 + index};Cliente ${index};g${index % 10}`),
].join('\n');

await withTemporaryHome(async (home) => {
  const { key } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const frontdesk = await startFrontdesk(home);
  const imported = await fetch(`${frontdesk.url}/api/contacts/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ csv }),
  });
  if (!imported.ok) throw new Error(await imported.text());
  const { page, close } = await startBrowser(frontdesk.url, home);
  const [opened, searched, shown]: [number[], number[], number[]] = [[], [], []];
  for (let index = 0; index < times; index++) {
    // A fresh page has no data yet; the parts of the console are loaded while it is idle.
    await page.goto(`${frontdesk.url}/settings`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(2_500);
    opened.push(await timeUntil(page, `history.pushState(null, '', '/customers')`, line));
    shown.push(await timeUntil(page, `document.querySelectorAll('.cu-name')[${index}].click()`, '.cu-columns'));
    await timeUntil(page, `history.pushState(null, '', '/customers')`, line);
    const search = `history.pushState(null, '', '/customers?search=cliente%20${contacts - 1 - index}')`;
    searched.push(await timeUntil(page, search, `${line}:only-of-type`));
  }
  await close();
  await frontdesk.stop();
  writeResults('console customers', {
    'open the list': summarize(opened, 95, goalsMs.open),
    'open a person': summarize(shown, 95, goalsMs.open),
    search: summarize(searched, 95, goalsMs.search),
  });
});
