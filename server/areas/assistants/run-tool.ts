import { toFieldErrors, toProblem } from '../../http/send-problem.ts';
import { Problem } from '../../platform/problem.ts';
import { assistantCalled } from './events.ts';
import { LenientReader } from './read-leniently.ts';
import { type Caller, isOffered, type Tool, toContext } from './tools/tool.ts';

/** What a tool answers: JSON or the text of a file, or why it was refused. */
export interface ToolResult {
  isError: boolean;
  text: string;
}

/** The characters of a result that an assistant is given. */
const longestResult = 60_000;

/**
 * Runs a tool for an assistant. Arguments of the wrong type are coerced (`LenientReader`). Logs the call as an event with
 * the key's name before it runs. Returns refusals as results, so that the assistant can read them and correct the call.
 */
export async function runTool(one: Tool, input: unknown, caller: Caller, client: string | null): Promise<ToolResult> {
  const { platform, principal } = caller;
  try {
    if (!isOffered(one, caller)) throw new Problem('assistant_not_allowed', `${one.name} is not offered to this key`);
    const reader = new LenientReader(platform.services.jsonSchemas.of(one.input), { isEmptyAbsent: true });
    const parsed = one.input.safeParse(reader.read(input ?? {}));
    if (parsed.error)
      throw new Problem('validation_failed', undefined, { errors: toFieldErrors('arguments', parsed.error) });
    const operationId = typeof parsed.data.operationId === 'string' ? parsed.data.operationId : null;
    await platform.work(principal.workspace, principal.actor, (work) =>
      work.emit(assistantCalled, { tool: one.name, operationId, client }),
    );
    const result = await one.run(parsed.data as never, toContext(caller));
    return { isError: false, text: cut(typeof result === 'string' ? result : JSON.stringify(result)) };
  } catch (error) {
    const problem = toProblem(error);
    if (problem.code === 'internal_error') platform.log.error({ err: error, tool: one.name }, 'a tool failed');
    const { errors, extra } = problem.details;
    const told = { code: problem.code, status: problem.status, detail: problem.message, errors, ...extra };
    return { isError: true, text: JSON.stringify(told) };
  }
}

const cut = (text: string): string =>
  text.length <= longestResult ? text : `${text.slice(0, longestResult)}\n… cut: ask for fewer or for one of them`;
