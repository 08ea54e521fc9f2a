import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes an ONNX model of a few hundred bytes: a table with one vector per word, which the program averages. Words of
 * one group share a vector, so the similarity of texts is known.
 */
export async function writeOnnxModel(folder: string, groups: string[][]): Promise<void> {
  const special = ['[PAD]', '[UNK]'];
  const words = [...special, ...groups.flat()];
  const dimension = groups.length + 1;
  // Unknown words share the last entry, which is small next to a known word.
  const table = words.flatMap((word) => {
    const group = groups.findIndex((each) => each.includes(word));
    return Array.from({ length: dimension }, (_, at) =>
      group === -1 ? (at === dimension - 1 ? 0.02 : 0) : +(at === group),
    );
  });
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx', 'model.onnx'), encodeModel(table, words.length, dimension));
  const json = (name: string, content: object) => writeFile(join(folder, name), JSON.stringify(content));
  await json('config.json', { model_type: 'bert', architectures: ['BertModel'], hidden_size: dimension });
  await json('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 512,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
  });
  await json('tokenizer.json', {
    version: '1.0',
    added_tokens: special.map((content, id) => ({ id, content, special: true })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: true,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  });
}

/** Field numbers are those of onnx.proto. */
function encodeModel(table: number[], rows: number, dimension: number): Buffer {
  const float = 1;
  const int64 = 7;
  const tensor = Buffer.concat([
    number(1, rows),
    number(1, dimension),
    number(2, float),
    text(8, 'table'),
    bytes(9, Buffer.from(Float32Array.from(table).buffer)),
  ]);
  const node = Buffer.concat([
    text(1, 'table'),
    text(1, 'input_ids'),
    text(2, 'last_hidden_state'),
    text(3, 'look up'),
    text(4, 'Gather'),
  ]);
  const value = (name: string, type: number, dimensions: (string | number)[]): Buffer => {
    const shape = dimensions.map((each) => bytes(1, typeof each === 'string' ? text(2, each) : number(1, each)));
    return Buffer.concat([
      text(1, name),
      bytes(2, bytes(1, Buffer.concat([number(1, type), bytes(2, Buffer.concat(shape))]))),
    ]);
  };
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
    bytes(11, value(name, int64, ['batch', 'length'])),
  );
  const graph = Buffer.concat([
    bytes(1, node),
    text(2, 'words'),
    bytes(5, tensor),
    ...inputs,
    bytes(12, value('last_hidden_state', float, ['batch', 'length', dimension])),
  ]);
  return Buffer.concat([number(1, 8), bytes(7, graph), bytes(8, Buffer.concat([text(1, ''), number(2, 13)]))]);
}

function varint(value: number): Buffer {
  const parts: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) parts.push((rest % 128) | 128);
  return Buffer.from([...parts, rest]);
}

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
