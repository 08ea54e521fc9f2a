import type { z } from 'zod';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem, unknownReference } from '../../../platform/problem.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { type Agent, addFaq, changeFaq, type Faq, findAgent } from '../../agents/index.ts';
import { matchExamples, sameMeaning } from '../../knowledge/index.ts';
import { decideReply } from '../decide/decide-reply.ts';
import { contextOf, loadSubject } from '../gate/subject.ts';
import { closeQuestions, foldQuestion } from '../unanswered/questions.store.ts';
import { findGroup, readGroups, wordingsOf } from '../unanswered/read-groups.ts';
import { questionDays } from '../unanswered/unanswered.schemas.ts';
import { goLive } from './go-live.ts';
import type { Lesson, Taught } from './teach.schemas.ts';

interface Teaching {
  platform: Platform;
  workspace: Workspace;
  agent: Agent;
  actor: Actor;
  /** UTC text. */
  now: string;
  write<T>(run: (work: Work) => Promise<T>): Promise<T>;
}

/**
 * Saves an answer as a FAQ, tests the agent and, if it is published, lets customers have it. A repeat changes nothing.
 * Throws `unknown_reference` and `too_many`.
 */
export async function teachAgent(teaching: Teaching, lesson: Lesson): Promise<z.input<typeof Taught>> {
  const { platform, workspace, agent, actor, now, write } = teaching;
  const group = lesson.questionId
    ? await findGroup(platform, agent, workspace.id, { now, questionId: lesson.questionId })
    : null;
  const { faq, previous } = await write((work) => saveLesson(work, agent.id, lesson));
  const { state, failed } = await goLive({ platform, workspace, agentId: agent.id, actor, write });
  if (state !== 'refused') {
    const wordings = [...(group ? wordingsOf(group) : []), ...(await findAnswered(teaching, lesson.question))];
    await write((work) => closeQuestions(work, agent.id, wordings, 'taught'));
  }
  const asked = group?.[0]?.[0]?.question ?? lesson.question;
  return { state, faq, previous, failed, isRecognized: await isRecognized(teaching, asked, faq) };
}

async function saveLesson(work: Work, agentId: string, { question, answer, faqId }: Lesson) {
  const agent = await findAgent(work.db, work.workspace.id, agentId);
  if (!agent) throw new Problem('not_found');
  // Of two answers to the same question only one would ever be given.
  const present = faqId
    ? agent.faqs.find(({ id }) => id === faqId)
    : agent.faqs.find((faq) => foldQuestion(faq.question) === foldQuestion(question));
  if (faqId && !present) throw unknownReference('body.faqId', 'No such question');
  if (!present) return { faq: await addFaq(work, agent, { question, answer }), previous: null };
  const isSame = present.question === question && present.answer === answer;
  const faq = await changeFaq(work, agentId, present, isSame ? {} : { question, answer });
  return { faq, previous: { question: present.question, answer: present.answer } };
}

/** The wordings of the open questions that mean the same as the one that was taught. */
async function findAnswered({ platform, workspace, agent, now }: Teaching, question: string): Promise<string[]> {
  const groups = await readGroups(platform, agent, workspace.id, { now, days: questionDays });
  const rows = groups.flat().map(([row]) => row as NonNullable<typeof row>);
  const examples = rows.map((row) => ({ id: row.question_folded, text: row.question }));
  const matches = await matchExamples(platform, workspace.id, question, examples, agent.language);
  return matches.filter(({ score }) => score >= sameMeaning).map(({ id }) => id);
}

async function isRecognized({ platform, workspace, agent }: Teaching, asked: string, faq: Faq): Promise<boolean> {
  const subject = await loadSubject(platform, workspace.id, agent.id);
  const { trace } = await decideReply(platform, contextOf(subject, asked), { engine: 'local' });
  return trace.sources.some(({ id }) => id === faq.id);
}
