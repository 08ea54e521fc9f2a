import { forgetKept } from './device.ts';
import { forgetFiles } from './files.ts';

/** Whose words they are: of one person in one shop. Nobody else sees them, also in the same browser. */
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
