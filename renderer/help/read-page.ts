/** A help page: what a screen is for, what one does there step by step, what people ask. */
export interface HelpPage {
  title: string;
  intro: string;
  tasks: { heading: string; steps: string[] }[];
  questions: { question: string; answer: string }[];
}

/**
 * Reads a page: `# title`, a paragraph, `## task` with lines `1. step`, then `? question` with its answer below.
 * `**word**` is a word on the screen. Throws on any other line.
 */
export function readPage(text: string): HelpPage {
  const page: HelpPage = { title: '', intro: '', tasks: [], questions: [] };
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, mark, rest = ''] = /^(##?|\d+\.|\?) (.+)$/.exec(line) ?? [];
    const question = page.questions.at(-1);
    const task = page.tasks.at(-1);
    if (mark === '#') page.title = rest;
    else if (mark === '##') page.tasks.push({ heading: rest, steps: [] });
    else if (mark === '?') page.questions.push({ question: rest, answer: '' });
    else if (mark !== undefined && task && !question) task.steps.push(rest);
    else if (mark === undefined && question?.answer === '') question.answer = line;
    else if (mark === undefined && !task && page.intro === '') page.intro = line;
    else throw new Error(`Not a line of a help page: ${line}`);
  }
  return page;
}

/** Words on the screen that a text names. */
export const namedIn = (text: string): string[] => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word);

/** A text without the marks of words on the screen. */
export const plainText = (text: string): string => text.replaceAll('**', '');
