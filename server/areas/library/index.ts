import type { Area } from '../../http/area.ts';
import { mediaOperations } from './media.operations.ts';
import { quickReplyOperations } from './quick-replies.operations.ts';

export { insertQuickReply } from './store.ts';

export const library = {
  name: 'library',
  title: 'Library and quick replies',
  operations: { ...mediaOperations, ...quickReplyOperations },
} satisfies Area;
