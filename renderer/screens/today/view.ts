import type { Result } from '../../api/operations.ts';

export type TodayView = Result<'getToday'>;
/** An issue that needs attention. */
export type Attention = TodayView['attention'][number];
/** A number of the last seven days and of the seven before. */
export type Metric = TodayView['messages']['received'];
