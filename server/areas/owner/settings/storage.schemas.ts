import { z } from 'zod';

export const Storage = z.object({
  databaseBytes: z.int(),
  blobsBytes: z.int().describe('Files sent by customers and the shop, in all workspaces.'),
  backupsBytes: z.int(),
  freeBytes: z.int().describe('On the disk of the data folder.'),
});
export type Storage = z.infer<typeof Storage>;
