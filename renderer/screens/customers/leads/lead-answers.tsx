import type { Lead } from '../queries.ts';

const shown = 3;

/** What a lead told the agent: tags, then the first answers. */
export function LeadAnswers({ lead: { tags, data } }: { lead: Pick<Lead, 'tags' | 'data'> }) {
  const answers = Object.entries(data).slice(0, shown);
  return (
    <span className="cu-tags">
      {tags.map((tag) => (
        <span key={tag} className="cu-tag">
          {tag}
        </span>
      ))}
      {answers.map(([question, answer]) => (
        <span key={question} className="cu-dim">
          {question}: {typeof answer === 'object' ? JSON.stringify(answer) : String(answer)}
        </span>
      ))}
    </span>
  );
}
