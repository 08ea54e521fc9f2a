import { atMost, round, startFrontdesk, summarize, withTemporaryHome, writeResults } from '../support.ts';
import { jsonHeaders, startBrowser } from './browser.ts';

/**
 * First paint of the console with the demo shop, on loopback, with an empty cache, and the JavaScript sent by the first
 * load. Needs `npm run build:console` and a Chromium.
 */
const loads = 10;
const goals = { paintMs: 1_000, javaScriptKb: 250 };

await withTemporaryHome(async (home) => {
  const frontdesk = await startFrontdesk(home);
  const { page, close } = await startBrowser(frontdesk.url, home);
  await page.evaluate<void>(`fetch('/owner/demo', {
    method: 'POST', headers: ${jsonHeaders}, body: '{}' }).then((answer) => answer.text())`);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.enable');
  const paints: number[] = [];
  let javaScriptBytes = 0;
  for (let load = 0; load < loads; load++) {
    javaScriptBytes = 0;
    const scripts = new Set<string>();
    const onResponse = ({ requestId, type }: { requestId: string; type: string }) => {
      if (type === 'Script') scripts.add(requestId);
    };
    const onFinished = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
      if (scripts.has(requestId)) javaScriptBytes += encodedDataLength;
    };
    session.on('Network.responseReceived', onResponse);
    session.on('Network.loadingFinished', onFinished);
    await page.goto(`${frontdesk.url}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    paints.push(
      await page.evaluate<number>(
        `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()`,
      ),
    );
    session.off('Network.responseReceived', onResponse);
    session.off('Network.loadingFinished', onFinished);
  }
  await close();
  await frontdesk.stop();
  writeResults('console paint', {
    'first paint': summarize(paints, 95, goals.paintMs),
    'JavaScript, kB': atMost(round(javaScriptBytes / 1_000), goals.javaScriptKb),
  });
});
