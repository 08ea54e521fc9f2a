import { accessMutations } from './access.ts';
import { crashMutations } from './crashes.ts';
import { durabilityMutations } from './durability.ts';
import { inputMutations } from './input.ts';
import { outsideMutations } from './outside.ts';

/** A guard taken out of the program, and the suite that must notice. */
export interface Mutation {
  /** What stood guard, in words. */
  guard: string;
  file: string;
  /** Must occur exactly once in the file. */
  find: string;
  replace: string;
  suite: string;
  /** Of the tests that are run, a part of their names; all of the suite without it. */
  title?: string;
  env?: Record<string, string>;
}

export const mutations: Mutation[] = [
  ...durabilityMutations,
  ...crashMutations,
  ...accessMutations,
  ...inputMutations,
  ...outsideMutations,
];
