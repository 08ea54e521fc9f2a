import type { Answer } from '../../api/operations.ts';

export type TodayView = Answer<'getToday'>;
/** Something that somebody should look at. */
export type Attention = TodayView['attention'][number];
/** A number of the last seven days beside the seven before. */
export type Metric = TodayView['messages']['received'];
