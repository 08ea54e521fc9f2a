import {
  IconCalendarEvent,
  IconCash,
  IconChartBar,
  IconEyeOff,
  IconMessageCircleQuestion,
  IconMoodSmile,
  IconPhoneIncoming,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react';
import type { Message } from './types.ts';

/** The signs of what comes in place of words. */
export const noticeIcons: Record<NonNullable<Message['notice']>['kind'], typeof IconVideo> = {
  poll: IconChartBar,
  pollVote: IconChartBar,
  call: IconPhoneIncoming,
  videoCall: IconVideo,
  viewOnce: IconEyeOff,
  unreadable: IconMessageCircleQuestion,
  unsupported: IconMessageCircleQuestion,
  groupInvite: IconUsersGroup,
  event: IconCalendarEvent,
  payment: IconCash,
  reaction: IconMoodSmile,
  unknown: IconMessageCircleQuestion,
};
