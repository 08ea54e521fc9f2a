import type { z } from 'zod';
import type { ConsoleScope, Scope } from '../platform/access/scopes.ts';
import type { Workspace } from '../platform/access/workspaces.ts';
import type { Db } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import { type Confirmable, confirmEntry, type Markable, SeenEntry } from '../platform/work/unconfirmed.ts';
import type { Work } from '../platform/work/work.ts';
import { Deleted, deleted } from './deleted.ts';
import { operation, type Target } from './operation.ts';
import { listOf } from './paginate.ts';

/** What every operation states about itself. */
interface Usual<Path> {
  path: Path;
  scope: Scope | ConsoleScope;
  summary: string;
  description?: string;
  extension?: true;
  words?: 'never';
}

/** Declares the operation that returns the resource named by its path. */
export const readOperation = <const Path extends string, Resource>(spec: Usual<Path> & { target: Target<Resource> }) =>
  operation({
    ...spec,
    method: 'get',
    tx: 'read',
    success: 200,
    response: spec.target.schema,
    run: async ({ target }) => target,
  });

interface ListContext {
  db: Db;
  platform: Platform;
  workspace: Workspace;
  now: string;
}

/** Declares the operation that returns a whole list, without pages. */
export const listOperation = <const Path extends string, Item extends z.ZodType>({
  item,
  list,
  ...usual
}: Usual<Path> & { item: Item; list(context: ListContext): Promise<z.input<Item>[]> }) =>
  operation({
    ...usual,
    method: 'get',
    tx: 'read',
    success: 200,
    response: listOf(item),
    run: async (context) => ({ data: await list(context) }) as z.input<ReturnType<typeof listOf<Item>>>,
  });

type DeleteWork = Work & { platform: Platform };

/**
 * Declares the operation with which a person confirms an assistant's entries in the resource named by its path. The
 * confirmation releases everything held back for it.
 */
export const confirmOperation = <const Path extends string, Resource extends Markable>({
  kind,
  ...usual
}: Usual<Path> & { target: Target<Resource>; kind: Confirmable }) =>
  operation({
    ...usual,
    method: 'post',
    extension: true,
    peopleOnly: true,
    description:
      'Runs the flows, bindings, notices and reminders held back for it, unless they are too late. Does nothing if ' +
      'everything is confirmed, and 412 if the assistant has entered more since.',
    tx: 'write',
    body: SeenEntry,
    success: 204,
    response: null,
    run: ({ target, body, ...work }) => confirmEntry(work, kind, target, body),
  });

/** Declares the operation that deletes the resource named by its path, in one transaction. */
export const deleteOperation = <const Path extends string, Resource extends { id: string }>({
  remove,
  ...usual
}: Usual<Path> & { target: Target<Resource>; remove(work: DeleteWork, target: Resource): Promise<void> }) =>
  operation({
    ...usual,
    method: 'delete',
    tx: 'write',
    success: 200,
    response: Deleted,
    async run({ target, ...work }) {
      await remove(work, target);
      return deleted(target.id);
    },
  });
