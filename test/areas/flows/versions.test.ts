import { expect, test } from 'vitest';
import { addPerson, signIn } from '../../support/server/console.ts';
import { faultsOf } from '../../support/shop/sales.ts';
import { must, openEditor, openFlows, question, say, step } from './support.ts';

const firstTexts = (versions: { steps: { config: { text: string } }[] }[]) =>
  versions.map(({ steps }) => steps[0]?.config.text);

test('every change of the steps or the trigger is a version, and an earlier one becomes the newest', async () => {
  const { api, owner, create } = await openEditor();
  const { id } = await create({ steps: [say('a', 'One')] });
  await must(api.patch(`/api/flows/${id}`, { name: 'Renamed' }));
  await must(api.patch(`/api/flows/${id}`, { steps: [say('a', 'Two')] }));
  await must(api.patch(`/api/flows/${id}`, { trigger: { type: 'first_message' } }));
  const path = `/owner/flows/${id}/versions`;
  const { body: before } = await must(owner.get(path));
  expect(firstTexts(before.data)).toEqual(['Two', 'Two', 'One']);
  expect(before.data.map((one: { version: number; isCurrent: boolean }) => [one.version, one.isCurrent])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  const { body: restored } = await must(owner.post(`${path}/1/restore`));
  expect(restored).toMatchObject({ version: 4, name: 'Renamed', trigger: { type: 'keyword' } });
  expect(firstTexts((await owner.get(`${path}?limit=1`)).body.data)).toEqual(['One']);
  for (const odd of ['9', '0', 'x', '1e3']) expect((await owner.post(`${path}/${odd}/restore`)).status).toBe(404);
});

test('the newest 50 versions are kept, and those with a run', async () => {
  const { api, owner, create } = await openEditor();
  const { id } = await create({ steps: [say('a', '0')] });
  for (let text = 1; text <= 55; text++) {
    await must(api.patch(`/api/flows/${id}`, { steps: [say('a', String(text))] }));
  }
  const { body } = await owner.get(`/owner/flows/${id}/versions?limit=100`);
  expect(firstTexts(body.data)).toEqual(Array.from({ length: 50 }, (_, index) => String(55 - index)));
});

test('restoring refuses what keeps a flow that is on from running, and a change that came between', async () => {
  const { api, owner, create } = await openEditor();
  const { id } = await create({ steps: [say('a', 'One', 'gone')] });
  await must(api.patch(`/api/flows/${id}`, { steps: [say('a', 'Two')], active: true }));
  const restore = `/owner/flows/${id}/versions/1/restore`;
  expect(faultsOf(await owner.post(restore))).toEqual(['body.steps[0].next']);
  const etag = (await api.get(`/api/flows/${id}`)).headers.get('etag') ?? '';
  await must(api.patch(`/api/flows/${id}`, { active: false }));
  expect((await owner.post(restore, {}, { headers: { 'if-match': etag } })).status).toBe(412);
  expect((await owner.post(restore)).body).toMatchObject({ version: 3, status: 'DRAFT' });
});

test('a flow is written to a file and read from it, and what the shop lacks is a fault to mend', async () => {
  const { owner, agentId, create } = await openEditor();
  const { id } = await create({ name: 'Saudação & Cia.', steps: [step('a', 'conversation_stage', { stageId: 'x' })] });
  const exported = await must(owner.get(`/owner/flows/${id}/export`));
  expect(exported.headers.get('content-disposition')).toBe('attachment; filename="saudacao-cia.flow.json"');
  const { body: flow } = await must(owner.post('/owner/flows/import', { aiAgentId: agentId, file: exported.body }));
  expect(flow).toMatchObject({ name: 'Saudação & Cia.', status: 'DRAFT', version: 1 });
  expect(flow.id).not.toBe(id);
  expect((await owner.get(`/owner/flows/${id}/export`)).body).toEqual(exported.body);
  const { aiAgentId, trigger, steps } = flow;
  const { body: checked } = await must(owner.post('/owner/flows/check', { aiAgentId, trigger, steps }));
  expect(checked.faults).toMatchObject([{ code: 'unknown_reference', reference: { kind: 'conversationStage' } }]);
});

test('a file that is not a flow is refused with the name of each fault', async () => {
  const { owner, agentId } = await openEditor();
  const file = { format: 'frontdesk-flow', version: 1, name: 'A', trigger: { type: 'first_message' } };
  const read = (given: unknown) => owner.post('/owner/flows/import', { aiAgentId: agentId, file: given });
  const steps = [say('a', 'Hello')];
  expect((await read({ ...file, steps })).status).toBe(201);
  expect(faultsOf(await read({ ...file, steps, version: 2 }))).toEqual(['body.file.version']);
  expect(faultsOf(await read({ ...file, steps, aiAgentId: 'x' }))).toEqual(['body.file.aiAgentId']);
  const faulty = await read({ ...file, steps: [say('a', 'A'), say('b', '{{'), say('a', 'B')] });
  expect(faultsOf(faulty)).toEqual(['body.file.steps[1].config.text', 'body.file.steps[2].id']);
  expect(faultsOf(await read({ ...file, steps: [] }))).toEqual(['body.file.steps']);
  const stranger = await owner.post('/owner/flows/import', { aiAgentId: 'x', file: { ...file, steps } });
  expect(stranger).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
});

test('flows may hold credentials, so attendants see nothing of them', async () => {
  const { owner, create } = await openEditor();
  const { id } = await create();
  const { client } = await addPerson(owner, 'Ana');
  for (const path of ['versions', 'runs', 'standing', 'export']) {
    expect((await client.get(`/owner/flows/${id}/${path}`)).status).toBe(403);
  }
});

test('the console counts who stands at each step and shows the path of each run', async () => {
  const opened = await openFlows();
  const { api, launch, says, runs } = opened;
  const owner = await signIn(opened.shop);
  const path = await launch([question('a', 'name', 'b'), say('b', 'Oi {{name}}', 'c'), question('c', 'city')]);
  const own = path.replace('/api/', '/owner/');
  await says('oi', '+5511911111111', { name: 'Ana' });
  await says('Ana', '+5511911111111');
  await says('oi', '+5511922222222', { name: 'Bea' });
  const { body: standing } = await must(owner.get(`${own}/standing`));
  expect(standing).toEqual({
    steps: [
      { stepId: 'a', standing: 1, entered: 2, droppedOff: 0 },
      { stepId: 'b', standing: 0, entered: 1, droppedOff: 0 },
      { stepId: 'c', standing: 1, entered: 1, droppedOff: 0 },
    ],
    open: 2,
  });
  const names = async (query: string) =>
    (await must(owner.get(`${own}/runs?${query}`))).body.data.map(
      (run: { contact: { name: string } }) => run.contact.name,
    );
  expect(await names('')).toEqual(['Bea', 'Ana']);
  expect(await names('stepId=c&state=OPEN')).toEqual(['Ana']);
  expect(await names('state=COMPLETED')).toEqual([]);
  const { body: page } = await owner.get(`${own}/runs?limit=1`);
  expect(await names(`limit=1&cursor=${page.nextCursor}`)).toEqual(['Ana']);
  const [ana] = await runs(path);
  const { body: run } = await must(owner.get(`${own}/runs/${ana.id}`));
  expect(run).toMatchObject({ state: 'WAITING_ANSWER', stepId: 'c', variables: { name: 'Ana' } });
  expect(run.path.map((entry: { stepId: string }) => entry.stepId)).toEqual(['a', 'b', 'c']);
  // A run shows the steps with which it began.
  await must(api.patch(path, { steps: [say('z', 'New')] }));
  expect((await owner.get(`${own}/runs/${ana.id}`)).body.steps).toHaveLength(3);
  expect((await owner.get(`${own}/standing`)).body).toMatchObject({ steps: [{ stepId: 'z', standing: 0 }], open: 2 });
  expect((await owner.get(`${own}/runs/frun_none`)).status).toBe(404);
});
