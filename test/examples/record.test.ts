import { expect, test } from 'vitest';
import { areas } from '../../server/areas/index.ts';
import { recordAgents } from './chapters/agents.ts';
import { recordAutomation } from './chapters/automation.ts';
import { recordCampaigns } from './chapters/campaigns.ts';
import { recordChannels } from './chapters/channels.ts';
import { recordCrm } from './chapters/crm.ts';
import { recordInbox } from './chapters/inbox.ts';
import { recordKnowledge } from './chapters/knowledge.ts';
import { recordPeople } from './chapters/people.ts';
import { recordRefusedRequests } from './chapters/refused-requests.ts';
import { recordRefusedSending } from './chapters/refused-sending.ts';
import { recordRefusedWork } from './chapters/refused-work.ts';
import { recordSales } from './chapters/sales.ts';
import { recordSoftware } from './chapters/software.ts';
import { recordTemplates } from './chapters/templates.ts';
import type { OperationExample } from './recording.ts';
import { stabilise } from './stabilise.ts';
import { openBakery } from './story.ts';

/** Each finds what the ones before it made. */
const chapters = [
  recordAgents,
  recordChannels,
  recordInbox,
  recordSales,
  recordPeople,
  recordCrm,
  recordKnowledge,
  recordTemplates,
  recordAutomation,
  recordCampaigns,
  recordSoftware,
  recordRefusedWork,
  recordRefusedSending,
  recordRefusedRequests,
];

const folder = '../../server/http/openapi/examples';

test('the examples of the API document are what the server says to the bakery', async () => {
  const story = await openBakery();
  for (const record of chapters) await record(story);
  const { operations, problems } = stabilise(story.recording.recorded, story.standIns);
  for (const { name, operations: own = {} } of areas) {
    const shown = pick(operations, Object.keys(own));
    if (Object.keys(shown).length > 0) await expect(toText(shown)).toMatchFileSnapshot(`${folder}/${name}.json`);
  }
  await expect(toText(pick(problems, Object.keys(problems).sort()))).toMatchFileSnapshot(`${folder}/problems.json`);
});

const pick = <Shown>(from: Record<string, Shown>, names: string[]): Record<string, Shown> =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));

const toText = (shown: Record<string, OperationExample | unknown>): string => `${JSON.stringify(shown, null, 2)}\n`;
