/** A piece of code, and what it is; null for what has no colour. */
export interface Token {
  text: string;
  kind: 'comment' | 'string' | 'number' | 'word' | 'name' | null;
}

type Rule = [RegExp, Token['kind']];

const string: Rule = [/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/, 'string'];
const number: Rule = [/\b\d+(?:\.\d+)?\b/, 'number'];

const json: Rule[] = [[/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'name'], string, number, [/\b(?:true|false|null)\b/, 'word']];
const script: Rule[] = [
  [/\/\/.*/, 'comment'],
  string,
  number,
  [
    /\b(?:import|from|const|new|await|async|for|of|if|else|throw|try|catch|instanceof|return|true|false|null)\b/,
    'word',
  ],
  [/\b\w+(?=\()/, 'name'],
];
const shell: Rule[] = [
  [/(?:^|(?<=\s))#.*/m, 'comment'],
  [/"(?:[^"\\]|\\.)*"|'[^']*'/, 'string'],
  [/(?<=\s)--?[A-Za-z][\w-]*/, 'name'],
  [/\b(?:curl|npx|npm|export|for|in|do|done|grep|sed|tr)\b/, 'word'],
];

const rules: Record<string, Rule[]> = { json, js: script, javascript: script, sh: shell, shell, curl: shell };

/** Takes code apart for colouring. Languages that are not known stay in one piece. */
export function highlight(source: string, language: string): Token[] {
  const known = rules[language.toLowerCase()];
  if (!known) return [{ text: source, kind: null }];
  const flags = known.some(([pattern]) => pattern.multiline) ? 'gm' : 'g';
  const pattern = new RegExp(known.map(([{ source: one }]) => `(${one})`).join('|'), flags);
  const tokens: Token[] = [];
  let end = 0;
  for (const match of source.matchAll(pattern)) {
    if (match.index > end) tokens.push({ text: source.slice(end, match.index), kind: null });
    const rule = known[match.slice(1).findIndex((group) => group !== undefined)];
    tokens.push({ text: match[0], kind: rule?.[1] ?? null });
    end = match.index + match[0].length;
  }
  return [...tokens, { text: source.slice(end), kind: null }];
}
