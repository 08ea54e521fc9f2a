import { expect, test } from 'vitest';
import { deleteRows, findRowBy, insertRow } from '../../../server/platform/database/workspace-rows.ts';
import { startApp } from '../../support/server/app.ts';

test('a value that is undefined at run time never widens a query to all rows of the workspace', async () => {
  const { app, workspace } = await startApp();
  const { platform } = app;
  const stage = { name: 'New', name_folded: 'new', color: '#1e88e5', created_at: '1', updated_at: '1' };
  await platform.write(({ db }) =>
    insertRow(db, 'conversation_stages', { id: 'cst_1', workspace_id: workspace.id, ...stage } as never),
  );
  const unknown = { color: undefined as unknown as string };
  const remove = platform.write(({ db }) => deleteRows(db, 'conversation_stages', workspace.id, unknown));
  await remove.catch(() => {});
  const read = platform.database.read;
  expect(await findRowBy(read, 'conversation_stages', workspace.id, unknown).catch(() => null)).toBeNull();
  expect(await findRowBy(read, 'conversation_stages', workspace.id, { color: '#1e88e5' })).toMatchObject({
    id: 'cst_1',
  });
});
