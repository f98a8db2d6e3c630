// Written from the Rust structs by `PAPERGLASS_UPDATE=1 cargo test --release --lib`. Do not edit.

import type { Claim, Field, Preset } from "./shared.js";

/**
 * Naive loss minimisation: the cosine between the negative gradient and the weights, -1 to 1.
 */
export type Alignment = { tensors: Array<string>, 
/**
 * Of the loss's own gradient.
 */
before: Float32Array, 
/**
 * After the orthogonal projection that the run uses (equal to `before` if it uses none).
 */
after: Float32Array, 
/**
 * Of all tensors as one vector, before projection.
 */
whole: number, };

/**
 * The network.
 */
export type Architecture = "mlp" | "transformer";

/**
 * Shares of trained examples, 0 to 1.
 */
export type Collapse = { 
/**
 * Softmax collapse: rows whose `f32` sum of exponentials (row maximum subtracted) is
 * exactly 1. Not meaningful while a StableMax loss is active.
 */
softmaxCollapse: number, 
/**
 * Rows whose loss, in the active loss, is exactly 0.
 */
zeroTerms: number, 
/**
 * Rows whose correct class gets a gradient of exactly 0 from the active loss.
 */
zeroGradients: number, };

/**
 * A grokking run. The default is preset A with the orthogonal gradient: the best first impression.
 */
export type Config = { 
/**
 * Seed of data split and initial weights.
 */
seed: number, operation: Operation, 
/**
 * The modulus p, a prime from 5 to 127. Ignored by sparse parity.
 */
modulus: number, 
/**
 * Share of all pairs that is trained on, 0.05 to 0.95.
 */
trainShare: number, 
/**
 * Sparse parity: the bits whose parity is the label.
 */
parityBits: number, 
/**
 * Sparse parity: bits that do not matter.
 */
noiseBits: number, 
/**
 * Sparse parity: random samples in all.
 */
paritySamples: number, architecture: Architecture, 
/**
 * Hidden layers of the multilayer perceptron.
 */
hiddenLayers: number, 
/**
 * Width of each hidden layer; of the transformer's model, a multiple of 4.
 */
width: number, input: Input, 
/**
 * Factor on the initial weights (whose base is PyTorch's default, U(±1/√fan_in)).
 */
initialScale: number, loss: Loss, 
/**
 * For the complement form of softmax: bits of the emulated significand.
 */
significandBits: SignificandBits, optimizer: Optimizer, learningRate: number, beta1: number, beta2: number, 
/**
 * Added to √v in Adam. Below 1e-19, `f32` hardware that flushes denormals may divide by zero.
 */
epsilon: number, momentum: number, weightDecay: number, orthogonalGradient: OrthogonalGradient, 
/**
 * Give the projected gradient the length of the gradient, as the authors' code does.
 */
rescaleGradient: boolean, 
/**
 * A counterfactual: measure as if every logit were multiplied by this. Training ignores it.
 */
logitScale: number, };

/**
 * The discrete Fourier transform of the first layer over the first operand's values
 * (in discrete-logarithm order for multiplication and division).
 */
export type Fourier = { 
/**
 * Whether the values were ordered by discrete logarithm.
 */
discreteLogarithm: boolean, 
/**
 * Frequencies 1, 2, ... that the columns stand for.
 */
frequencies: number, 
/**
 * Share of the power at each frequency, over all neurons; sums to 1.
 */
power: Float32Array, 
/**
 * Share of each neuron's power at each frequency, row-major `[neurons, frequencies]`.
 */
neurons: Float32Array, 
/**
 * Power-weighted mean over neurons of the share in the neuron's strongest frequency, 0 to 1.
 */
concentration: number, 
/**
 * For each frequency of the three strongest: its number, then the p points
 * (real, imaginary) of the first two principal directions: `[3, p, 2]`.
 */
circleFrequencies: Uint32Array, circles: Float32Array, };

/**
 * Histogram of the logit gaps: the correct class's logit minus its greatest rival, in nats.
 */
export type Gaps = { 
/**
 * Bin edges, one more than there are bins, ascending.
 */
edges: Float32Array, 
/**
 * Trained examples in each bin; the outermost bins hold what lies beyond.
 */
train: Uint32Array, 
/**
 * Held-out examples in each bin.
 */
test: Uint32Array, trainMean: number, trainMinimum: number, trainMedian: number, 
/**
 * Root mean square of all logits of the trained examples.
 */
logitRms: number, };

/**
 * How the two operands enter the multilayer perceptron.
 */
export type Input = "oneHot" | "embedding";

/**
 * The training loss.
 */
export type Loss = "softmaxCrossEntropy" | "softmaxComplement" | "stablemax" | "stablemaxComplement";

/**
 * One example's sum of exponentials, term by term, in four arithmetics.
 */
export type Microscope = { 
/**
 * Which trained example.
 */
sample: number, 
/**
 * What it asks, in words ("17 + 40 mod 47 = 10").
 */
question: string, 
/**
 * The class that is right.
 */
target: number, 
/**
 * The example's logits, times the counterfactual scale.
 */
logits: Float32Array, sums: Array<RunningSum>, };

/**
 * Euclidean norms of the weights.
 */
export type Norms = { 
/**
 * Of all weights as one vector.
 */
total: number, 
/**
 * Names of the weight tensors, in the order of the arrays below and in the other parts.
 */
tensors: Array<string>, weights: Float32Array, gradients: Float32Array, };

/**
 * What the network learns.
 */
export type Operation = "addition" | "subtraction" | "multiplication" | "division" | "sparseParity";

/**
 * The optimiser under the optional orthogonal projection.
 */
export type Optimizer = "adam" | "adamW" | "sgd";

/**
 * What the gradient is made orthogonal to.
 */
export type OrthogonalGradient = "none" | "perTensor" | "wholeVector";

/**
 * The names of the parts.
 */
export type Part = "accuracy" | "loss" | "collapse" | "gaps" | "norms" | "alignment" | "update" | "fourier" | "table" | "microscope";

/**
 * The running sum in one arithmetic: greatest term first, then the others in class order.
 */
export type RunningSum = { 
/**
 * `f16`, `f32`, `f64` or `stablemax`.
 */
arithmetic: string, 
/**
 * Bits of its significand, the leading one included.
 */
significandBits: number, rows: Array<SumRow>, 
/**
 * The loss that this arithmetic gives, in nats.
 */
loss: number, };

/**
 * The significand bits below which the rivals' share counts as absorbed.
 */
export type SignificandBits = "8" | "11" | "24" | "53" | "none";

export type Snapshot = { 
/**
 * Training steps done.
 */
step: number, accuracy?: TrainTest, loss?: TrainTest, collapse?: Collapse, gaps?: Gaps, norms?: Norms, alignment?: Alignment, update?: Update, fourier?: Fourier, table?: Table, microscope?: Microscope, };

export type SumRow = { class: number, 
/**
 * The term that is added, before rounding.
 */
term: number, 
/**
 * The sum after it.
 */
sum: number, 
/**
 * The sum's significand in binary, "1.0110…", at the arithmetic's length.
 */
sumBits: string, 
/**
 * The term's bits, shifted to stand under the sum's; what falls off the end stands after "|".
 */
termBits: string, 
/**
 * Whether adding the term left the sum as it was.
 */
absorbed: boolean, };

/**
 * The whole table of the operation, row a, column b.
 */
export type Table = { 
/**
 * Rows and columns.
 */
size: number, 
/**
 * 1 right, 0 wrong, 255 not part of the task.
 */
correct: Uint8Array, 
/**
 * 1 trained on, 0 held out, 255 not part of the task.
 */
trained: Uint8Array, 
/**
 * Probability of the right answer under the active loss's own probabilities, 0 to 1.
 */
probability: Float32Array, };

/**
 * A measure on the trained examples and on the held-out ones. Accuracies are shares, 0 to 1;
 * losses are means in nats.
 */
export type TrainTest = { train: number, test: number, };

/**
 * The step the optimiser would take now, split along and across the weights.
 */
export type Update = { tensors: Array<string>, 
/**
 * Share of the step's squared length that lies along the weights, 0 to 1.
 */
radial: Float32Array, 
/**
 * The rest, across them; `radial + tangential = 1` (both 0 for a step of length 0).
 */
tangential: Float32Array, 
/**
 * Angle by which the step turns each weight tensor, in degrees.
 */
turn: Float32Array, };

/** The default configuration. */
export const defaults: Config = {
  "seed": 0,
  "operation": "addition",
  "modulus": 47,
  "trainShare": 0.8,
  "parityBits": 3,
  "noiseBits": 40,
  "paritySamples": 2000,
  "architecture": "mlp",
  "hiddenLayers": 2,
  "width": 128,
  "input": "oneHot",
  "initialScale": 1.0,
  "loss": "softmaxCrossEntropy",
  "significandBits": "none",
  "optimizer": "adamW",
  "learningRate": 0.01,
  "beta1": 0.9,
  "beta2": 0.999,
  "epsilon": 1e-8,
  "momentum": 0.8,
  "weightDecay": 0.0,
  "orthogonalGradient": "perTensor",
  "rescaleGradient": true,
  "logitScale": 1.0
};

/** Every field's range and description. */
export const fields: Field[] = [
  {
    "name": "seed",
    "label": "Seed",
    "description": "Decides the data split and the initial weights.",
    "group": "Run",
    "live": false,
    "type": "integer",
    "min": 0,
    "max": 4294967295
  },
  {
    "name": "operation",
    "label": "Operation",
    "description": "What the network learns, modulo p; or the parity of a few bits among many.",
    "group": "Task",
    "live": false,
    "type": "choice",
    "choices": [
      "addition",
      "subtraction",
      "multiplication",
      "division",
      "sparseParity"
    ]
  },
  {
    "name": "modulus",
    "label": "Modulus p",
    "description": "A prime; there are p² sums.",
    "group": "Task",
    "live": false,
    "type": "integer",
    "min": 5,
    "max": 127
  },
  {
    "name": "trainShare",
    "label": "Trained share",
    "description": "Share of all examples that is trained on; the rest is the test.",
    "group": "Task",
    "live": false,
    "type": "number",
    "min": 0.05,
    "max": 0.95
  },
  {
    "name": "parityBits",
    "label": "Parity bits",
    "description": "Sparse parity: the bits whose parity is the label.",
    "group": "Task",
    "live": false,
    "type": "integer",
    "min": 1,
    "max": 6
  },
  {
    "name": "noiseBits",
    "label": "Noise bits",
    "description": "Sparse parity: further bits that do not matter.",
    "group": "Task",
    "live": false,
    "type": "integer",
    "min": 0,
    "max": 64
  },
  {
    "name": "paritySamples",
    "label": "Samples",
    "description": "Sparse parity: random samples in all.",
    "group": "Task",
    "live": false,
    "type": "integer",
    "min": 100,
    "max": 10000
  },
  {
    "name": "architecture",
    "label": "Network",
    "description": "A bias-free ReLU multilayer perceptron, or one transformer layer.",
    "group": "Model",
    "live": false,
    "type": "choice",
    "choices": [
      "mlp",
      "transformer"
    ]
  },
  {
    "name": "hiddenLayers",
    "label": "Hidden layers",
    "description": "Hidden layers of the multilayer perceptron.",
    "group": "Model",
    "live": false,
    "type": "integer",
    "min": 1,
    "max": 3
  },
  {
    "name": "width",
    "label": "Width",
    "description": "Units in each hidden layer; width of the transformer.",
    "group": "Model",
    "live": false,
    "type": "integer",
    "min": 8,
    "max": 512
  },
  {
    "name": "input",
    "label": "Input",
    "description": "Two one-hot vectors, or one learned embedding for both operands.",
    "group": "Model",
    "live": false,
    "type": "choice",
    "choices": [
      "oneHot",
      "embedding"
    ]
  },
  {
    "name": "initialScale",
    "label": "Initial scale",
    "description": "Factor on the initial weights.",
    "group": "Model",
    "live": false,
    "type": "number",
    "min": 0.01,
    "max": 10.0
  },
  {
    "name": "loss",
    "label": "Loss",
    "description": "The loss that is minimised.",
    "group": "Training",
    "live": true,
    "type": "choice",
    "choices": [
      "softmaxCrossEntropy",
      "softmaxComplement",
      "stablemax",
      "stablemaxComplement"
    ]
  },
  {
    "name": "significandBits",
    "label": "Significand bits",
    "description": "Emulated precision of the softmax sum (complement form only): fewer bits absorb more.",
    "group": "Training",
    "live": true,
    "type": "choice",
    "choices": [
      "8",
      "11",
      "24",
      "53",
      "none"
    ]
  },
  {
    "name": "optimizer",
    "label": "Optimiser",
    "description": "Adam, AdamW or gradient descent with momentum.",
    "group": "Training",
    "live": true,
    "type": "choice",
    "choices": [
      "adam",
      "adamW",
      "sgd"
    ]
  },
  {
    "name": "learningRate",
    "label": "Learning rate",
    "description": "Length of a step.",
    "group": "Training",
    "live": true,
    "type": "number",
    "min": 1e-6,
    "max": 100.0
  },
  {
    "name": "beta1",
    "label": "β₁",
    "description": "Adam: decay of the mean of the gradient.",
    "group": "Training",
    "live": true,
    "type": "number",
    "min": 0.0,
    "max": 0.9999
  },
  {
    "name": "beta2",
    "label": "β₂",
    "description": "Adam: decay of the mean of its square.",
    "group": "Training",
    "live": true,
    "type": "number",
    "min": 0.0,
    "max": 0.99999
  },
  {
    "name": "epsilon",
    "label": "ε",
    "description": "Adam: added to the square root in the denominator.",
    "group": "Training",
    "live": true,
    "type": "number",
    "min": 1e-30,
    "max": 0.1
  },
  {
    "name": "momentum",
    "label": "Momentum",
    "description": "Gradient descent: share of the last step that is kept.",
    "group": "Training",
    "live": true,
    "type": "number",
    "min": 0.0,
    "max": 0.999
  },
  {
    "name": "weightDecay",
    "label": "Weight decay",
    "description": "How strongly weights are pulled to zero.",
    "group": "Training",
    "live": true,
    "type": "number",
    "min": 0.0,
    "max": 100.0
  },
  {
    "name": "orthogonalGradient",
    "label": "Orthogonal gradient",
    "description": "Remove from the gradient its part along the weights.",
    "group": "Training",
    "live": true,
    "type": "choice",
    "choices": [
      "none",
      "perTensor",
      "wholeVector"
    ]
  },
  {
    "name": "rescaleGradient",
    "label": "Keep its length",
    "description": "Scale the projected gradient back to the gradient's length.",
    "group": "Training",
    "live": true,
    "type": "flag"
  },
  {
    "name": "logitScale",
    "label": "Logits ×",
    "description": "What would be measured if every logit were multiplied by this; training ignores it.",
    "group": "Measurement",
    "live": true,
    "type": "number",
    "min": 0.001,
    "max": 1000.0
  }
];

/** Comparisons that are ready to run. */
export const presets: Preset<Config>[] = [
  {
    "id": "four-curves",
    "title": "Four curves",
    "description": "Addition modulo 47 from 80 % of all sums. Plain softmax learns them by heart and stalls; orthogonal gradients, weight decay and StableMax each go on to generalise.",
    "arms": [
      {
        "id": "orthograd",
        "label": "Orthogonal gradient",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "weight-decay",
        "label": "Weight decay",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.98,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 1.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "stablemax",
        "label": "StableMax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "softmax",
        "label": "Softmax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      }
    ],
    "steps": 1200,
    "every": 10
  },
  {
    "id": "precision",
    "title": "Precision decides where it stops",
    "description": "The same softmax run with 11 and with 24 significand bits and without absorption: the fewer bits, the earlier the loss is exactly 0 and learning stops. StableMax does not stop.",
    "arms": [
      {
        "id": "bits-11",
        "label": "Softmax, 11 bits (f16)",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxComplement",
          "significandBits": "11",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "f32",
        "label": "Softmax, f32",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "no-absorption",
        "label": "Softmax, no absorption",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "stablemax",
        "label": "StableMax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "weight-decay",
        "label": "Weight decay",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 1.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "orthograd",
        "label": "Orthogonal gradient",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      }
    ],
    "steps": 3400,
    "every": 20
  },
  {
    "id": "tiny",
    "title": "Tiny",
    "description": "The four curves with p = 37 and a narrower network, for slow machines. StableMax does not quite finish.",
    "arms": [
      {
        "id": "orthograd",
        "label": "Orthogonal gradient",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 37,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "weight-decay",
        "label": "Weight decay",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 37,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.98,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 1.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "stablemax",
        "label": "StableMax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 37,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "softmax",
        "label": "Softmax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 37,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      }
    ],
    "steps": 1200,
    "every": 10
  },
  {
    "id": "paper-scale",
    "title": "Paper scale",
    "description": "Addition modulo 113 with the paper's network and 40 % trained (StableMax: 70 %, since 40 % takes it about 80,000 steps).",
    "arms": [
      {
        "id": "orthograd",
        "label": "Orthogonal gradient",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 113,
          "trainShare": 0.4,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "weight-decay",
        "label": "Weight decay 8",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 113,
          "trainShare": 0.4,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.98,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 8.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "orthograd-sgd",
        "label": "Orthogonal gradient descent, StableMax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 113,
          "trainShare": 0.4,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemax",
          "significandBits": "none",
          "optimizer": "sgd",
          "learningRate": 10.0,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "stablemax-70",
        "label": "StableMax, 70 % trained",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 113,
          "trainShare": 0.7,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "softmax",
        "label": "Softmax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 113,
          "trainShare": 0.4,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.005,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      }
    ],
    "steps": 700,
    "every": 10
  },
  {
    "id": "long-run",
    "title": "The long run",
    "description": "The paper's own StableMax run: 40 % of addition modulo 113, about 80,000 steps.",
    "arms": [
      {
        "id": "stablemax",
        "label": "StableMax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 113,
          "trainShare": 0.4,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      }
    ],
    "steps": 80000,
    "every": 200
  },
  {
    "id": "parity",
    "title": "Sparse parity",
    "description": "The parity of 3 bits among 43, from 1,000 samples.",
    "arms": [
      {
        "id": "orthograd",
        "label": "Orthogonal gradient",
        "config": {
          "seed": 0,
          "operation": "sparseParity",
          "modulus": 47,
          "trainShare": 0.5,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "weight-decay",
        "label": "Weight decay",
        "config": {
          "seed": 0,
          "operation": "sparseParity",
          "modulus": 47,
          "trainShare": 0.5,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.98,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 1.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "stablemax",
        "label": "StableMax",
        "config": {
          "seed": 0,
          "operation": "sparseParity",
          "modulus": 47,
          "trainShare": 0.5,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "softmax",
        "label": "Softmax",
        "config": {
          "seed": 0,
          "operation": "sparseParity",
          "modulus": 47,
          "trainShare": 0.5,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      }
    ],
    "steps": 5000,
    "every": 50
  },
  {
    "id": "transformer",
    "title": "Transformer",
    "description": "One transformer layer with four heads, smaller than the paper's so that it runs in a tab.",
    "arms": [
      {
        "id": "orthograd",
        "label": "Orthogonal gradient",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.6,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "transformer",
          "hiddenLayers": 2,
          "width": 64,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "weight-decay",
        "label": "Weight decay 1.5",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.6,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "transformer",
          "hiddenLayers": 2,
          "width": 64,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.98,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 1.5,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      },
      {
        "id": "softmax",
        "label": "Softmax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.6,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "transformer",
          "hiddenLayers": 2,
          "width": 64,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        }
      }
    ],
    "steps": 1000,
    "every": 20
  }
];

/** The paper's claims. */
export const claims: Claim<Config>[] = [
  {
    "id": "grokking.softmax-stalls",
    "title": "Softmax stalls",
    "statement": "Without regularisation, softmax reaches 100 % on the trained sums and at most 10 % on the others by step 1000, with at least 40 % of its terms collapsed.",
    "caveat": "p = 47 and 80 % trained instead of the paper's 113 and 40 %, so that it takes a thousand steps. After the collapse the run is erratic, not frozen.",
    "paper": {
      "figure": "test accuracy about 0 % through 80,000 steps",
      "scale": "MLP of two layers of 200, addition modulo 113, 40 % trained",
      "place": "Fig. 1c and Fig. 2"
    },
    "seeds": [
      0,
      1,
      2
    ],
    "arms": [
      {
        "id": "softmax",
        "label": "Softmax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 1000,
        "every": 20
      }
    ],
    "conditions": [
      {
        "text": "all trained sums are learned",
        "left": {
          "type": "maximumBy",
          "arm": "softmax",
          "series": "accuracy.train",
          "step": 1000
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 1.0
        }
      },
      {
        "text": "test accuracy stays at or below 10 %",
        "left": {
          "type": "maximumBy",
          "arm": "softmax",
          "series": "accuracy.test",
          "step": 1000
        },
        "relation": "atMost",
        "right": {
          "type": "constant",
          "value": 0.1
        }
      },
      {
        "text": "40 % of the terms have collapsed",
        "left": {
          "type": "maximumBy",
          "arm": "softmax",
          "series": "collapse.softmaxCollapse",
          "step": 1000
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 0.4
        }
      }
    ],
    "measured": {
      "type": "at",
      "arm": "softmax",
      "series": "accuracy.test",
      "step": 1000
    },
    "measuredLabel": "test accuracy at step 1000",
    "unit": "%"
  },
  {
    "id": "grokking.stablemax",
    "title": "StableMax groks without regularisation",
    "statement": "With StableMax in place of softmax, test accuracy reaches 95 % by step 900.",
    "caveat": "β₂ = 0.95, p = 47 and 80 % trained make it quick; at the paper's scale it takes about 80,000 steps, which the preset \"The long run\" offers.",
    "paper": {
      "figure": "about 50 % at 35,000-46,000 steps, 97-98 % at 75,000",
      "scale": "MLP of two layers of 200, addition modulo 113, 40 % trained",
      "place": "Fig. 1b"
    },
    "seeds": [
      0,
      1,
      2
    ],
    "arms": [
      {
        "id": "stablemax",
        "label": "StableMax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 900,
        "every": 20
      }
    ],
    "conditions": [
      {
        "text": "test accuracy reaches 95 %",
        "left": {
          "type": "maximumBy",
          "arm": "stablemax",
          "series": "accuracy.test",
          "step": 900
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 0.95
        }
      }
    ],
    "measured": {
      "type": "maximumBy",
      "arm": "stablemax",
      "series": "accuracy.test",
      "step": 900
    },
    "measuredLabel": "best test accuracy by step 900",
    "unit": "%"
  },
  {
    "id": "grokking.orthograd",
    "title": "Orthogonal gradients grok at once",
    "statement": "With the gradient made orthogonal to each weight matrix, test accuracy reaches 99 % by step 150.",
    "caveat": "Not so for multiplication at this learning rate: by step 400 seeds 0 to 2 stood at 100, 29 and 90 %.",
    "paper": {
      "figure": "about 95 % at step 160, about 99 % by 250-300",
      "scale": "MLP of two layers of 200, addition modulo 113, 40 % trained",
      "place": "Fig. 1a"
    },
    "seeds": [
      0,
      1,
      2
    ],
    "arms": [
      {
        "id": "orthograd",
        "label": "Orthogonal gradient",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 150,
        "every": 10
      }
    ],
    "conditions": [
      {
        "text": "test accuracy reaches 99 %",
        "left": {
          "type": "maximumBy",
          "arm": "orthograd",
          "series": "accuracy.test",
          "step": 150
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 0.99
        }
      }
    ],
    "measured": {
      "type": "stepReaching",
      "arm": "orthograd",
      "series": "accuracy.test",
      "level": 0.99
    },
    "measuredLabel": "first step at 99 % test accuracy",
    "unit": "steps"
  },
  {
    "id": "grokking.weight-decay",
    "title": "Weight decay groks too",
    "statement": "With decoupled weight decay of 1, test accuracy reaches 99 % by step 300.",
    "caveat": "Tuned weight decay is about as fast as the orthogonal gradient at the paper's scale; it needs tuning.",
    "paper": {
      "figure": "transformer with weight decay 1.5: 93-100 %, later than the orthogonal gradient",
      "scale": "one transformer layer, modulo 113, 40 % trained",
      "place": "Fig. 6a"
    },
    "seeds": [
      0,
      1,
      2
    ],
    "arms": [
      {
        "id": "weight-decay",
        "label": "Weight decay",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.98,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 1.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 300,
        "every": 10
      }
    ],
    "conditions": [
      {
        "text": "test accuracy reaches 99 %",
        "left": {
          "type": "maximumBy",
          "arm": "weight-decay",
          "series": "accuracy.test",
          "step": 300
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 0.99
        }
      }
    ],
    "measured": {
      "type": "stepReaching",
      "arm": "weight-decay",
      "series": "accuracy.test",
      "level": 0.99
    },
    "measuredLabel": "first step at 99 % test accuracy",
    "unit": "steps"
  },
  {
    "id": "grokking.precision",
    "title": "Precision decides where softmax stops",
    "statement": "With 11 significand bits test accuracy stays below 55 %, f32 gets further and stops, without absorption it rises past f32's end, and StableMax reaches 95 %.",
    "caveat": "The 11 bits are emulated by a threshold on the rivals' share; p = 59 and 90 % trained.",
    "paper": {
      "figure": "70 % trained: f16 stops at about 48 %, f32 at about 69 %, f64 reaches about 93 %",
      "scale": "MLP of two layers of 200, addition modulo 113, 70 % trained",
      "place": "Fig. 2"
    },
    "seeds": [
      0,
      1,
      2
    ],
    "arms": [
      {
        "id": "bits-11",
        "label": "Softmax, 11 bits (f16)",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxComplement",
          "significandBits": "11",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 3400,
        "every": 100
      },
      {
        "id": "f32",
        "label": "Softmax, f32",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 3400,
        "every": 100
      },
      {
        "id": "no-absorption",
        "label": "Softmax, no absorption",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 3400,
        "every": 100
      },
      {
        "id": "stablemax",
        "label": "StableMax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 59,
          "trainShare": 0.9,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 96,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.001,
          "beta1": 0.9,
          "beta2": 0.99,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 2400,
        "every": 100
      }
    ],
    "conditions": [
      {
        "text": "11 bits stay below 55 %",
        "left": {
          "type": "maximumBy",
          "arm": "bits-11",
          "series": "accuracy.test",
          "step": 3400
        },
        "relation": "below",
        "right": {
          "type": "constant",
          "value": 0.55
        }
      },
      {
        "text": "f32 gets further than 11 bits",
        "left": {
          "type": "maximumBy",
          "arm": "f32",
          "series": "accuracy.test",
          "step": 3400
        },
        "relation": "above",
        "right": {
          "type": "maximumBy",
          "arm": "bits-11",
          "series": "accuracy.test",
          "step": 3400
        }
      },
      {
        "text": "without absorption it ends above f32's best",
        "left": {
          "type": "at",
          "arm": "no-absorption",
          "series": "accuracy.test",
          "step": 3400
        },
        "relation": "above",
        "right": {
          "type": "maximumBy",
          "arm": "f32",
          "series": "accuracy.test",
          "step": 3400
        }
      },
      {
        "text": "StableMax reaches 95 %",
        "left": {
          "type": "maximumBy",
          "arm": "stablemax",
          "series": "accuracy.test",
          "step": 2400
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 0.95
        }
      }
    ],
    "measured": {
      "type": "at",
      "arm": "f32",
      "series": "accuracy.test",
      "step": 3400
    },
    "measuredLabel": "test accuracy of f32 softmax at the end",
    "unit": "%"
  },
  {
    "id": "grokking.norm-rises",
    "title": "Grokking does not need shrinking weights",
    "statement": "StableMax generalises (95 % by step 900) while the norm of its weights grows at least tenfold.",
    "caveat": "",
    "paper": {
      "figure": "the norm grows from about 13 to about 33,000 while test accuracy rises",
      "scale": "MLP of two layers of 200, modulo 113, 40 % trained",
      "place": "Fig. 4"
    },
    "seeds": [
      0,
      1,
      2
    ],
    "arms": [
      {
        "id": "stablemax",
        "label": "StableMax",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 47,
          "trainShare": 0.8,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 128,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "stablemaxComplement",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.95,
          "epsilon": 1e-18,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "none",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 900,
        "every": 20
      }
    ],
    "conditions": [
      {
        "text": "test accuracy reaches 95 %",
        "left": {
          "type": "maximumBy",
          "arm": "stablemax",
          "series": "accuracy.test",
          "step": 900
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 0.95
        }
      },
      {
        "text": "the norm has grown tenfold",
        "left": {
          "type": "ratio",
          "over": {
            "type": "at",
            "arm": "stablemax",
            "series": "norms.total",
            "step": 900
          },
          "under": {
            "type": "at",
            "arm": "stablemax",
            "series": "norms.total",
            "step": 0
          }
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 10.0
        }
      }
    ],
    "measured": {
      "type": "ratio",
      "over": {
        "type": "at",
        "arm": "stablemax",
        "series": "norms.total",
        "step": 900
      },
      "under": {
        "type": "at",
        "arm": "stablemax",
        "series": "norms.total",
        "step": 0
      }
    },
    "measuredLabel": "norm at step 900 over the norm at the start",
    "unit": "times"
  },
  {
    "id": "grokking.paper-scale",
    "title": "Orthogonal gradients at the paper's scale",
    "statement": "Addition modulo 113, 40 % trained, two layers of 200: test accuracy reaches 99 % by step 200.",
    "caveat": "The paper's curve is one seed; 100 % exactly is not always reached.",
    "paper": {
      "figure": "about 95 % at step 160, about 99 % by 250-300",
      "scale": "the same",
      "place": "Fig. 1a"
    },
    "seeds": [
      0,
      1,
      2
    ],
    "arms": [
      {
        "id": "orthograd",
        "label": "Orthogonal gradient",
        "config": {
          "seed": 0,
          "operation": "addition",
          "modulus": 113,
          "trainShare": 0.4,
          "parityBits": 3,
          "noiseBits": 40,
          "paritySamples": 2000,
          "architecture": "mlp",
          "hiddenLayers": 2,
          "width": 200,
          "input": "oneHot",
          "initialScale": 1.0,
          "loss": "softmaxCrossEntropy",
          "significandBits": "none",
          "optimizer": "adamW",
          "learningRate": 0.01,
          "beta1": 0.9,
          "beta2": 0.999,
          "epsilon": 1e-8,
          "momentum": 0.8,
          "weightDecay": 0.0,
          "orthogonalGradient": "perTensor",
          "rescaleGradient": true,
          "logitScale": 1.0
        },
        "steps": 200,
        "every": 10
      }
    ],
    "conditions": [
      {
        "text": "test accuracy reaches 99 %",
        "left": {
          "type": "maximumBy",
          "arm": "orthograd",
          "series": "accuracy.test",
          "step": 200
        },
        "relation": "atLeast",
        "right": {
          "type": "constant",
          "value": 0.99
        }
      }
    ],
    "measured": {
      "type": "stepReaching",
      "arm": "orthograd",
      "series": "accuracy.test",
      "level": 0.99
    },
    "measuredLabel": "first step at 99 % test accuracy",
    "unit": "steps"
  }
];
