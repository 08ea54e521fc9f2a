import { z } from 'zod';

export const Storage = z.object({
  databaseBytes: z.int(),
  blobsBytes: z.int().describe('Files that customers and the shop have sent, of all workspaces.'),
  backupsBytes: z.int(),
  freeBytes: z.int().describe("On the data folder's disk."),
});
export type Storage = z.infer<typeof Storage>;
