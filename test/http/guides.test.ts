import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { document } from '../support/contract/contract.ts';
import { guides, readBlocks } from '../support/contract/guides.ts';
import { openWorkspace } from '../support/server/app.ts';

interface Step {
  commands: string;
  /** What the guide says that the commands print; null if it says nothing. */
  printed: { language: string; text: string } | null;
}

/** The commands of a guide, each with the block of output that follows it. */
function readSteps(guide: string): Step[] {
  const blocks = readBlocks(guide);
  return blocks
    .filter(({ language }) => language === 'sh')
    .map((block) => {
      const { all, inner } = block;
      const next = blocks[blocks.indexOf(block) + 1];
      const isOutput = next && ['json', 'text'].includes(next.language) && guide.includes(`${all}\n\n${next.all}`);
      return { commands: inner, printed: isOutput ? { language: next.language, text: next.inner } : null };
    });
}

/** What differs from one time to the next. */
const varying = new Set(['id', 'requestId', 'secret', 'total']);

/** Throws unless a value has all fields of what was told, with the same contents where these do not vary. */
function expectAsTold(value: unknown, told: unknown, name = ''): void {
  if (Array.isArray(told)) {
    expect(value, name).toBeInstanceOf(Array);
    for (const [index, entry] of told.entries()) expectAsTold((value as unknown[])[index], entry, name);
  } else if (typeof told === 'object' && told !== null) {
    for (const [field, inner] of Object.entries(told)) {
      expectAsTold((value as Record<string, unknown>)[field], inner, field);
    }
  } else if (varying.has(name)) expect(typeof value, name).toBe(typeof told);
  else expect(value, name).toEqual(told);
}

async function run(commands: string, url: string, key: string): Promise<string> {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    env: { PATH: process.env.PATH, FRONTDESK_URL: url, FRONTDESK_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(shell.stdout);
}

describe('the commands of each guide do what it says', () => {
  test.each(Object.entries(guides))('%s', async (_name, guide) => {
    const { api } = await openWorkspace();
    const steps = readSteps(guide);
    expect(steps.length).toBeGreaterThan(0);
    for (const { commands, printed } of steps) {
      const output = await run(commands, api.url, api.key);
      if (printed?.language === 'json') expectAsTold(JSON.parse(output), JSON.parse(printed.text));
      else if (printed) expect(output.replaceAll('\r', '').trim()).toBe(printed.text.trim());
      // Nothing is refused but what the guide tells of.
      else expect(JSON.parse(output)).not.toHaveProperty('code');
    }
  });
});

test('the API document contains all guides, and what they link to exists', () => {
  const { description } = (document as unknown as { info: { description: string } }).info;
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((each) => each.operationId),
  );
  for (const guide of Object.values(guides)) expect(description).toContain(guide.trim());
  const titles = Object.values(guides).map((guide) => /^# (.+)/.exec(guide)?.[1]?.toLowerCase().replaceAll(' ', '-'));
  const shown = [...description.matchAll(/\/docs\/guides\/([\w-]+)/g)].map(([, slug]) => slug);
  expect(titles).toEqual(expect.arrayContaining(shown));
  const linked = [...description.matchAll(/\/docs\/operations\/(\w+)/g)].map(([, id]) => id);
  expect(linked.length).toBeGreaterThan(2);
  expect(ids).toEqual(expect.arrayContaining(linked));
});
