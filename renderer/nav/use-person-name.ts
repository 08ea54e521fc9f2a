import { useConsole } from '../session.ts';

/** Name of whoever is signed in: the shop's, as long as its people have no names of their own. */
export const usePersonName = (): string => useConsole().workspace.name;
