import { ApiError } from '../../../api/refusals.ts';
import { type Draft, triggerId } from '../draft/draft.ts';

/** Something that keeps a flow from being saved or turned on. */
export interface Fault {
  /** The step; the trigger; null for the flow as a whole. */
  stepId: string | null;
  /** Path of the field in it, such as `config.text`; empty for the whole step. */
  field: string;
  message: string;
}

const stepField = /^(?:body\.)?steps\[(\d+)\]\.?(.*)$/;
const triggerField = /^(?:body\.)?trigger\.?(.*)$/;

/** The fault that the server found at a field of a draft. */
export function toFault({ steps }: Pick<Draft, 'steps'>, field: string, message: string): Fault {
  const [, index, inner = ''] = stepField.exec(field) ?? [];
  const step = index === undefined ? undefined : steps[Number(index)];
  if (step) return { stepId: step.id, field: inner, message };
  const [isTrigger, ofTrigger = ''] = triggerField.exec(field) ?? [];
  if (isTrigger !== undefined) return { stepId: triggerId, field: ofTrigger, message };
  return { stepId: null, field, message };
}

/** The faults that a refusal names, by step. */
export const faultsIn = (error: Error | null, draft: Draft): Fault[] =>
  error instanceof ApiError ? error.faults.map(({ field, message }) => toFault(draft, field, message)) : [];

/** The path of a fault as the server's fields are written: `steps[3].config.text`. */
export const joinPath = (path: (string | number)[]): string =>
  path.reduce<string>((whole, part) => {
    if (typeof part === 'number') return `${whole}[${part}]`;
    return whole === '' ? part : `${whole}.${part}`;
  }, '');

export const countByStep = (faults: Fault[]): Map<string, Fault[]> => Map.groupBy(faults, ({ stepId }) => stepId ?? '');
