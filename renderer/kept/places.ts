import { forgetKept } from './device.ts';
import { forgetFiles } from './files.ts';

/** A person in a shop. Another person in the same browser does not see these words. */
export interface Scope {
  userId: string;
  workspaceId: string;
}

/** Name of what is kept at a place. Ids in a place are parts of their own, between dots. */
export const nameOf = ({ userId, workspaceId }: Scope, place: string): string => `${userId}.${workspaceId}.${place}`;

/** Forgets what a person wrote on this device, when she signs out. */
export const forgetWordsOf = (userId: string): void => forget((name) => name.startsWith(`${userId}.`));

/** Forgets what anybody wrote on this device about conversations or customers of a shop that were erased. */
export const forgetPlacesOf = (workspaceId: string, ids: string[]): void =>
  forget((name) => {
    const [, workspace, ...place] = name.split('.');
    return workspace === workspaceId && place.some((part) => ids.includes(part));
  });

function forget(fits: (name: string) => boolean): void {
  forgetKept(fits);
  forgetFiles(fits);
}
