import type { Work } from '../../../platform/work/work.ts';
import { stepsOf } from '../store.ts';
import { requireVersion } from '../versions/versions.store.ts';
import type { Steps } from './interpret.ts';

/** Entries of the cache; a flow may have some megabytes. */
const mostParsed = 50;
const parsed = new Map<string, Steps>();

/** The steps of a frozen version, parsed once. */
export function stepsOfVersion(work: Work, versionId: string): Steps {
  let steps = parsed.get(versionId);
  if (!steps) {
    steps = new Map(stepsOf(requireVersion(work.db, work.workspace.id, versionId)).map((entry) => [entry.id, entry]));
    if (parsed.size >= mostParsed) parsed.clear();
    parsed.set(versionId, steps);
  }
  return steps;
}
