import type { Result } from '../../api/operations.ts';
import type { Move } from '../../components/board/board.tsx';

export type Pipeline = Result<'listCrmPipelines'>['data'][number];
export type Stage = Result<'viewPipeline'>['stages'][number];
export type Card = Stage['cards'][number];
export type CardMove = Move<Card>;

export const sources = ['CONSOLE', 'AGENT', 'FLOW', 'API'] as const;
