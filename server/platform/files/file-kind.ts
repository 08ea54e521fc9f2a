import { z } from 'zod';

export const FileKind = z
  .enum(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT'])
  .meta({ id: 'FileKind', description: 'What a file is to a messaging app.' });
export type FileKind = z.infer<typeof FileKind>;
