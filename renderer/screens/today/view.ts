import type { Result } from '../../api/operations.ts';

export type TodayView = Result<'getToday'>;
/** An issue that needs attention. */
export type Attention = TodayView['attention'][number];
