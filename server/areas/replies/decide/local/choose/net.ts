import nets from './nets.json' with { type: 'json' };

/**
 * A small net over the features of a fact: a line, and a layer of hidden units that sees what features mean together. Its
 * output is the logarithm of the odds that the fact answers.
 */
export interface Net {
  /** Weights of the features, and of each hidden unit. */
  line: number[];
  constant: number;
  hidden: { weights: number[]; bias: number; out: number }[];
}

const dot = (one: number[], other: number[]): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

const run = ({ line, constant, hidden }: Net, features: number[]): number =>
  hidden.reduce(
    (sum, { weights, bias, out }) => sum + out * Math.tanh(bias + dot(weights, features)),
    constant + dot(line, features),
  );

/** The mean of several nets, which differ by where their fit began. */
export const scoreWith = (some: Net[], features: number[]): number =>
  some.reduce((sum, net) => sum + run(net, features), 0) / some.length;

/** Fitted by `test/bench/agents/fit.ts` on `test/agents/fitted`. */
export const scoreFeatures = (features: number[]): number => scoreWith(nets, features);
