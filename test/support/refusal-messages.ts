import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-api';
import { sourceFaults } from '../../server/areas/knowledge/sources/source-fault.ts';

const server = join(import.meta.dirname, '../../server');

/** Functions and errors that refuse something; their arguments contain the message. */
const refusing = new Set([
  'invalid',
  'unknownReference',
  'refuseField',
  'refuse',
  'fault',
  'faultIn(context)',
  'refine',
  'enum',
  'literal',
  'string',
  'number',
  'min',
  'max',
  'length',
  'regex',
  'email',
  'url',
  'datetime',
  'BackupError',
  'TemplateError',
]);
/** A function that returns such messages. */
const makesMessages = /Faults?Of$|^faultOf$|Faults$|^whyNot/;

type Constants = Map<string, ts.Expression[]>;

/** `${…}` becomes the text of a constant, else `{{1}}`, `{{2}}`, …. */
function readTemplate(node: ts.TemplateExpression, constants: Constants): string {
  let values = 0;
  const read = ({ expression, literal }: ts.TemplateSpan): string => {
    const [known, ...others] = constants.get(expression.getText()) ?? [];
    const isText = known !== undefined && ts.isStringLiteralLike(known) && others.length === 0;
    if (!isText) values += 1;
    return (isText ? known.text : `{{${values}}}`) + literal.text;
  };
  return node.head.text + node.templateSpans.map(read).join('');
}

/** The texts that an expression may have; constants are followed within the file. */
function readTexts(node: ts.Node | undefined, constants: Constants): string[] {
  if (!node) return [];
  const read = (inner: ts.Node | undefined) => readTexts(inner, constants);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [readTemplate(node, constants)];
  if (ts.isElementAccessExpression(node)) {
    const table = constants.get(node.expression.getText())?.[0];
    if (!table || !ts.isObjectLiteralExpression(table)) return [];
    return table.properties.flatMap((entry) => (ts.isPropertyAssignment(entry) ? read(entry.initializer) : []));
  }
  if (ts.isIdentifier(node)) {
    // Variables in different functions may share a name; each is followed once.
    const others = new Map([...constants].filter(([name]) => name !== node.text));
    return (constants.get(node.text) ?? []).flatMap((value) => readTexts(value, others));
  }
  if (ts.isConditionalExpression(node)) return [...read(node.whenTrue), ...read(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return [...read(node.left), ...read(node.right)];
    return read(node.left).flatMap((left) => read(node.right).map((right) => left + right));
  }
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.flatMap((property) => {
      const name = property.name?.getText() ?? '';
      if (!['message', 'error', 'detail'].includes(name)) return [];
      return read(ts.isPropertyAssignment(property) ? property.initializer : property.name);
    });
  }
  return [];
}

/** The initial values of the constants of a file by name. */
function findConstants(source: ts.SourceFile): Constants {
  const found: Constants = new Map();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      found.set(node.name.getText(), [...(found.get(node.name.getText()) ?? []), node.initializer]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether an object is an issue of a schema, the fault of a field or a check of a channel. */
const isFault = (node: ts.ObjectLiteralExpression): boolean => {
  const has = (name: string) => node.properties.some((property) => property.name?.getText() === name);
  return (has('message') && (has('field') || has('path') || has('code'))) || (has('ok') && has('detail'));
};

/** The sentences within a function. */
function sentencesIn(node: ts.Node, constants: Constants): string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
    return readTexts(node, constants).filter((text) => /[a-z] [a-z]/.test(text));
  }
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...sentencesIn(child, constants)));
  return found;
}

function messagesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = findConstants(source);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (refusing.has(called.getText())) {
        const texts = node.arguments?.flatMap((argument) => readTexts(argument, constants)) ?? [];
        found.push(...texts.filter((text) => text.includes(' ')));
      }
    }
    if (ts.isObjectLiteralExpression(node) && isFault(node)) found.push(...readTexts(node, constants));
    if (ts.isFunctionDeclaration(node) && makesMessages.test(node.name?.text ?? '')) {
      found.push(...sentencesIn(node, constants));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Every message with which the server refuses a field or quotes a fault, as its source writes it; none is a lone value. */
export function refusalMessages(): string[] {
  const files = globSync('{areas,http,platform}/**/*.ts', { cwd: server }).map((file) => join(server, file));
  const messages = [...files.flatMap(messagesIn), ...Object.values(sourceFaults)];
  return [...new Set(messages)].filter((message) => message.replaceAll(/\{\{\d\}\}/g, '').trim() !== '').sort();
}
