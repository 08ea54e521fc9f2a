import { createApp } from '../../../server/app.ts';
import { createCard, moveCard } from '../../../server/areas/crm/index.ts';
import { readConfig } from '../../../server/config.ts';
import { findWorkspace, type Workspace } from '../../../server/platform/access/workspaces.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import {
  atMost,
  cli,
  median,
  pinLoadGenerator,
  round,
  startFrontdesk,
  withTemporaryHome,
  writeResults,
} from '../support.ts';

/**
 * Board, move and report with 1,000 and with 10,000 cards in one pipeline, which the product itself has made and moved; one
 * request after the other. `growth` reads the board and the reports of 50,000.
 */
const sizes = [1_000, 10_000] as const;
/** With 10,000 cards, and how many times slower that is than with 1,000. */
const goals: Record<string, { ms?: number; ratio?: number }> = {
  board: { ms: 15, ratio: 2 },
  move: { ms: 3, ratio: 2 },
  'report of 30 days': { ms: 150 },
  'report of all 60 days': {},
};
const dayMs = 86_400_000;
const historyMs = 60 * dayMs;
const stepsPerTransaction = 100;

interface Caller {
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
}

interface Pipeline {
  id: string;
  stageIds: string[];
}

function callerOf(url: string, key: string): Caller {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return response.json();
  };
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) };
}

async function readPipeline(caller: Caller): Promise<Pipeline> {
  const { data } = (await caller.get('/api/crm/pipelines')) as { data: { id: string; stages: { id: string }[] }[] };
  return { id: data[0]?.id ?? '', stageIds: data[0]?.stages.map((stage) => stage.id) ?? [] };
}

/** In order of time: nine of ten cards reach the second stage, seven the third, half are closed. */
async function seedCards(home: string, workspaceId: string, pipeline: Pipeline, size: number): Promise<string[]> {
  const app = await createApp({ config: readConfig({ FRONTDESK_HOME: home, FRONTDESK_LOG: 'error' }) });
  const { platform } = app;
  const workspace = (await findWorkspace(platform.database.read, workspaceId)) as Workspace;
  const [first = '', second = '', third = '', won = '', lost = ''] = pipeline.stageIds;
  const cards: string[] = [];
  const lag = size / 25;
  const steps = size + 3 * lag;
  const begin = Date.now() - historyMs;
  for (let from = 0; from < steps; from += stepsPerTransaction) {
    await platform.database.write(async (db) => {
      for (let step = from; step < Math.min(steps, from + stepsPerTransaction); step++) {
        const now = new Date(begin + (step / steps) * historyMs).toISOString();
        const work = { ...platform.workIn(db, workspace, systemActor), now };
        const move = async (index: number, share: number, toStageId: string) => {
          const id = cards[index];
          if (id && index % 10 < share) await moveCard(work, id, { toStageId });
        };
        if (step < size) {
          const draft = { pipelineId: pipeline.id, stageId: first, title: `Card ${step}`, value: step % 1_000 };
          cards.push((await createCard(work, draft)).id);
        }
        await move(step - lag, 9, second);
        await move(step - 2 * lag, 7, third);
        await move(step - 3 * lag, 5, step % 3 === 0 ? lost : won);
      }
    });
  }
  await app.stop();
  return cards;
}

/** The median duration of `run` in ms, after warm-up rounds. */
async function medianMs(rounds: number, run: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < rounds + 20; index++) {
    const startedAt = performance.now();
    await run(index);
    if (index >= 20) times.push(performance.now() - startedAt);
  }
  return round(median(times));
}

async function measure(home: string, size: number): Promise<Record<string, number>> {
  const { key, workspaceId } = await cli(home, 'keys', 'create', '--name', 'bench', '--scopes', 'all');
  const empty = await startFrontdesk(home);
  const pipeline = await readPipeline(callerOf(empty.url, key));
  await empty.stop();
  const cards = await seedCards(home, workspaceId, pipeline, size);
  const server = await startFrontdesk(home);
  const caller = callerOf(server.url, key);
  const report = `/api/crm/reports?pipelineId=${pipeline.id}`;
  const allFrom = new Date(Date.now() - historyMs - dayMs).toISOString();
  const toMove = (index: number) => cards[Math.floor((index * cards.length) / 320)];
  const figures = {
    board: await medianMs(300, () => caller.get(`/api/crm/pipelines/${pipeline.id}/board`)),
    move: await medianMs(300, (index) =>
      caller.post(`/api/crm/cards/${toMove(index)}/move`, { toStageId: pipeline.stageIds[index % 3] }),
    ),
    'report of 30 days': await medianMs(30, () => caller.get(report)),
    'report of all 60 days': await medianMs(30, () => caller.get(`${report}&from=${allFrom}`)),
  };
  await server.stop();
  return figures;
}

pinLoadGenerator();
const [small, large] = [
  await withTemporaryHome((home) => measure(home, sizes[0])),
  await withTemporaryHome((home) => measure(home, sizes[1])),
];
const held = (value: number, limit?: number) => (limit === undefined ? value : atMost(value, limit));
const rows = Object.entries(goals).map(([name, { ms, ratio }]) => {
  const [smallMs = Number.NaN, largeMs = Number.NaN] = [small[name], large[name]];
  const figures = {
    'p50 ms at 1,000': smallMs,
    'p50 ms at 10,000': held(largeMs, ms),
    ratio: held(round(largeMs / smallMs), ratio),
  };
  return [name, figures] as const;
});
writeResults('crm', Object.fromEntries(rows));
