import type { Area } from '../../http/area.ts';
import { contentOperations } from './content.operations.ts';
import { mediaOperations } from './media.operations.ts';
import { quickReplyOperations } from './quick-replies.operations.ts';

export type { LinkSearch } from './list-file-uses.ts';
export { insertQuickReply } from './quick-replies.store.ts';

export const library = {
  name: 'library',
  title: 'Library and quick replies',
  about: 'Files and texts that are sent again and again.',
  operations: { ...mediaOperations, ...contentOperations, ...quickReplyOperations },
} satisfies Area;
