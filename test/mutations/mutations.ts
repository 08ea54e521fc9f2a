import { accessMutations } from './access.ts';
import { arrivalMutations } from './arrival.ts';
import { assistantMutations } from './assistants.ts';
import { callerMutations } from './callers.ts';
import { clientMutations } from './client.ts';
import { computerMutations } from './computer.ts';
import { crashMutations } from './crashes.ts';
import { dataFolderMutations } from './data-folder.ts';
import { disclosureMutations } from './disclosure.ts';
import { doorMutations } from './doors.ts';
import { durabilityMutations } from './durability.ts';
import { entranceMutations } from './entrances.ts';
import { erasureMutations } from './erasure.ts';
import { inputMutations } from './input.ts';
import { joinMutations } from './joins.ts';
import { keptWordsMutations } from './kept-words.ts';
import { kindMutations } from './kinds.ts';
import { limitMutations } from './limits.ts';
import { machineMutations } from './machine.ts';
import { numberRequestMutations } from './number-requests.ts';
import { outsideMutations } from './outside.ts';
import { ownMatterMutations } from './own-matters.ts';
import { peopleMutations } from './people.ts';
import { recipientMutations } from './recipients.ts';
import { refusalMutations } from './refusals.ts';
import { salesMutations } from './sales.ts';
import { timeMutations } from './time.ts';

/** A guard removed from the program, and the suite that must notice. */
export interface Mutation {
  /** The guard, described. */
  guard: string;
  file: string;
  /** Must occur exactly once in the file. */
  find: string;
  replace: string;
  suite: string;
  /** Part of the names of the tests to run; defaults to the whole suite. */
  title?: string;
  env?: Record<string, string>;
}

export const mutations: Mutation[] = [
  ...durabilityMutations,
  ...dataFolderMutations,
  ...crashMutations,
  ...callerMutations,
  ...accessMutations,
  ...assistantMutations,
  ...inputMutations,
  ...outsideMutations,
  ...computerMutations,
  ...salesMutations,
  ...clientMutations,
  ...disclosureMutations,
  ...doorMutations,
  ...arrivalMutations,
  ...numberRequestMutations,
  ...ownMatterMutations,
  ...peopleMutations,
  ...joinMutations,
  ...limitMutations,
  ...recipientMutations,
  ...refusalMutations,
  ...kindMutations,
  ...entranceMutations,
  ...timeMutations,
  ...erasureMutations,
  ...keptWordsMutations,
  ...machineMutations,
];
