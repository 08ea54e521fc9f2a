import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SegmentWords } from '../server/areas/agents/templates/segments/segment.schemas.ts';
import { AgentWords } from '../server/areas/agents/words.schemas.ts';
import { AppointmentWords } from '../server/areas/appointments/words.schemas.ts';
import { ResultWords } from '../server/areas/campaigns/results/words.schemas.ts';
import { PipelineWords } from '../server/areas/crm/words.schemas.ts';
import { DemoShop } from '../server/areas/demo/stories/story.schemas.ts';
import { StepWords } from '../server/areas/flows/steps/words.schemas.ts';
import { TemplateWords } from '../server/areas/flows/templates/words.schemas.ts';
import { Phrases as InsightPhrases } from '../server/areas/inbox/insights/phrases.schemas.ts';
import { SendWords } from '../server/areas/inbox/send/words.schemas.ts';
import { InstallationWords } from '../server/areas/integrations/installations/words.schemas.ts';
import { OrderWords } from '../server/areas/orders/words.schemas.ts';
import { Phrases } from '../server/areas/replies/decide/local/phrases.schemas.ts';
import { ProposalWords } from '../server/areas/replies/decide/proposals/words.schemas.ts';
import { ProbeWords } from '../server/areas/replies/gate/probes.schemas.ts';
import { GateWords } from '../server/areas/replies/gate/words.schemas.ts';
import { findFaults, findLonePlurals } from './support/translations.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): object => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Texts of the server: each folder holds a file, or a folder of files, for each language. */
const contents = [
  { folder: 'server/areas/agents/templates/segments', schema: SegmentWords },
  { folder: 'server/areas/agents/words', schema: AgentWords },
  { folder: 'server/areas/appointments/words', schema: AppointmentWords },
  { folder: 'server/areas/campaigns/results/words', schema: ResultWords },
  { folder: 'server/areas/crm/words', schema: PipelineWords },
  { folder: 'server/areas/demo/stories', schema: DemoShop },
  { folder: 'server/areas/flows/steps/words', schema: StepWords },
  { folder: 'server/areas/flows/templates/words', schema: TemplateWords },
  { folder: 'server/areas/inbox/insights/phrases', schema: InsightPhrases },
  { folder: 'server/areas/inbox/send/words', schema: SendWords },
  { folder: 'server/areas/integrations/installations/words', schema: InstallationWords },
  { folder: 'server/areas/orders/words', schema: OrderWords },
  { folder: 'server/areas/replies/decide/local/phrases', schema: Phrases },
  { folder: 'server/areas/replies/decide/proposals/words', schema: ProposalWords },
  { folder: 'server/areas/replies/gate/probes', schema: ProbeWords },
  { folder: 'server/areas/replies/gate/words', schema: GateWords },
];

const language = /\b(en|es|pt)\b/;
const filesIn = (folder: string): string[] =>
  globSync(`${folder}/**/*.json`, { cwd: root }).filter((file) => language.test(file.slice(folder.length)));

test('every file of texts has a schema', () => {
  const covered = contents.flatMap(({ folder }) => filesIn(folder));
  // `content-lexicon.test.ts` checks how customers ask.
  const texts = filesIn('server').filter((file) => !file.includes('/language/lexicon/'));
  expect(texts.sort()).toEqual(covered.sort());
});

describe.each(contents)('$folder', ({ folder, schema }) => {
  const files = filesIn(folder);
  const toEnglish = (file: string) => folder + file.slice(folder.length).replace(language, 'en');

  test('has the same files in each language', () => {
    const variants = Map.groupBy(files, toEnglish);
    expect([...variants].filter(([english, all]) => !all.includes(english) || all.length !== 3)).toEqual([]);
  });

  test.each(files)('%s has the shape of the schema', (file) => {
    expect(schema.safeParse(read(file)).error?.issues ?? []).toEqual([]);
  });

  test.each(files)('%s has every text of the English one, with the same placeholders', (file) => {
    const model = read(toEnglish(file));
    expect(findFaults(model, read(file))).toEqual([]);
    expect(findLonePlurals(model)).toEqual([]);
  });
});
