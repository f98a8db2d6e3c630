// Interim stand-in for what `cargo test` writes.
import type { Claim, Field, Preset } from "./shared.js";
export type Config = { seed: number, operation: string, modulus: number, trainShare: number, parityBits: number, noiseBits: number, paritySamples: number, architecture: string, hiddenLayers: number, width: number, input: string, initialScale: number, loss: string, significandBits: string, optimizer: string, learningRate: number, beta1: number, beta2: number, epsilon: number, momentum: number, weightDecay: number, orthogonalGradient: string, rescaleGradient: boolean, logitScale: number, };
export type Part = "accuracy" | "loss" | "collapse" | "gaps" | "norms" | "alignment" | "update" | "fourier" | "table" | "microscope";
export type TrainTest = { train: number, test: number, };
export type Collapse = { softmaxCollapse: number, zeroTerms: number, zeroGradients: number, };
export type Gaps = { edges: Float32Array, train: Uint32Array, test: Uint32Array, trainMean: number, trainMinimum: number, trainMedian: number, logitRms: number, };
export type Norms = { total: number, tensors: Array<string>, weights: Float32Array, gradients: Float32Array, };
export type Alignment = { tensors: Array<string>, before: Float32Array, after: Float32Array, whole: number, };
export type Update = { tensors: Array<string>, radial: Float32Array, tangential: Float32Array, turn: Float32Array, };
export type Fourier = { discreteLogarithm: boolean, frequencies: number, power: Float32Array, neurons: Float32Array, concentration: number, circleFrequencies: Uint32Array, circles: Float32Array, };
export type Table = { size: number, correct: Uint8Array, trained: Uint8Array, probability: Float32Array, };
export type SumRow = { class: number, term: number, sum: number, sumBits: string, termBits: string, absorbed: boolean, };
export type RunningSum = { arithmetic: string, significandBits: number, rows: Array<SumRow>, loss: number, };
export type Microscope = { sample: number, question: string, target: number, logits: Float32Array, sums: Array<RunningSum>, };
export type Snapshot = { step: number, accuracy?: TrainTest, loss?: TrainTest, collapse?: Collapse, gaps?: Gaps, norms?: Norms, alignment?: Alignment, update?: Update, fourier?: Fourier, table?: Table, microscope?: Microscope, };
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
 "initialScale": 1,
 "loss": "softmaxCrossEntropy",
 "significandBits": "none",
 "optimizer": "adamW",
 "learningRate": 0.01,
 "beta1": 0.9,
 "beta2": 0.999,
 "epsilon": 1e-08,
 "momentum": 0.8,
 "weightDecay": 0,
 "orthogonalGradient": "perTensor",
 "rescaleGradient": true,
 "logitScale": 1
};
export const fields: Field[] = [
 {
  "name": "seed",
  "label": "Seed",
  "description": "Decides the data split and the initial weights.",
  "group": "Run",
  "live": false,
  "type": "integer",
  "min": 0.0,
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
  "min": 5.0,
  "max": 127.0
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
  "min": 1.0,
  "max": 6.0
 },
 {
  "name": "noiseBits",
  "label": "Noise bits",
  "description": "Sparse parity: further bits that do not matter.",
  "group": "Task",
  "live": false,
  "type": "integer",
  "min": 0.0,
  "max": 64.0
 },
 {
  "name": "paritySamples",
  "label": "Samples",
  "description": "Sparse parity: random samples in all.",
  "group": "Task",
  "live": false,
  "type": "integer",
  "min": 100.0,
  "max": 10000.0
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
  "min": 1.0,
  "max": 3.0
 },
 {
  "name": "width",
  "label": "Width",
  "description": "Units in each hidden layer; width of the transformer.",
  "group": "Model",
  "live": false,
  "type": "integer",
  "min": 8.0,
  "max": 512.0
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
  "min": 1e-06,
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
export const presets: Preset<Config>[] = [
 {
  "id": "four-curves",
  "title": "Four ways to train",
  "description": "The same network, data and start, trained in four ways: plain softmax stalls, the others grok.",
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.999,
     "epsilon": 1e-08,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "perTensor",
     "rescaleGradient": true,
     "logitScale": 1
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.98,
     "epsilon": 1e-08,
     "momentum": 0.8,
     "weightDecay": 1,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
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
     "initialScale": 1,
     "loss": "stablemaxComplement",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.95,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.95,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    }
   }
  ],
  "steps": 1200,
  "every": 10
 },
 {
  "id": "precision",
  "title": "Precision decides where it stops",
  "description": "Softmax with fewer significand bits stops learning earlier; without absorption it keeps rising.",
  "arms": [
   {
    "id": "eleven-bits",
    "label": "Softmax, 11 bits",
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
     "initialScale": 1,
     "loss": "softmaxComplement",
     "significandBits": "11",
     "optimizer": "adamW",
     "learningRate": 0.001,
     "beta1": 0.9,
     "beta2": 0.99,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.001,
     "beta1": 0.9,
     "beta2": 0.99,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    }
   },
   {
    "id": "no-absorption",
    "label": "Softmax, nothing absorbed",
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
     "initialScale": 1,
     "loss": "softmaxComplement",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.001,
     "beta1": 0.9,
     "beta2": 0.99,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
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
     "initialScale": 1,
     "loss": "stablemaxComplement",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.001,
     "beta1": 0.9,
     "beta2": 0.99,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    }
   }
  ],
  "steps": 3400,
  "every": 20
 },
 {
  "id": "tiny",
  "title": "Four ways, tiny",
  "description": "The same comparison with p = 37, for slow machines.",
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.999,
     "epsilon": 1e-08,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "perTensor",
     "rescaleGradient": true,
     "logitScale": 1
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.98,
     "epsilon": 1e-08,
     "momentum": 0.8,
     "weightDecay": 1,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
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
     "initialScale": 1,
     "loss": "stablemaxComplement",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.95,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.95,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    }
   }
  ],
  "steps": 1200,
  "every": 10
 },
 {
  "id": "paper-scale",
  "title": "The paper's scale",
  "description": "p = 113, 40 % trained, two hidden layers of 200.",
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.999,
     "epsilon": 1e-08,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "perTensor",
     "rescaleGradient": true,
     "logitScale": 1
    }
   },
   {
    "id": "weight-decay",
    "label": "Weight decay",
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.999,
     "epsilon": 1e-08,
     "momentum": 0.8,
     "weightDecay": 8,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    }
   }
  ],
  "steps": 300,
  "every": 5
 }
];
export const claims: Claim<Config>[] = [
 {
  "id": "grokking.softmax-stalls",
  "title": "Without regularisation it stalls",
  "statement": "Trained to 100 %, tested at no more than 10 % by step 1,000, with at least 40 % of the softmax sums collapsed.",
  "caveat": "",
  "paper": {
   "figure": "test accuracy near 0 % through 80,000 steps",
   "scale": "p = 113, 40 % trained",
   "place": "Fig. 1c"
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.95,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    },
    "steps": 1000,
    "every": 10
   }
  ],
  "conditions": [
   {
    "text": "test accuracy at most 10 % at step 1,000",
    "left": {
     "type": "at",
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
    "text": "collapse reaches 40 %",
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
  "measuredLabel": "test accuracy at step 1,000",
  "unit": "%"
 },
 {
  "id": "grokking.stablemax",
  "title": "StableMax groks",
  "statement": "Test accuracy of at least 95 % by step 900.",
  "caveat": "At the paper's scale this takes about 80,000 steps.",
  "paper": {
   "figure": "about 98 % at 75,000 steps",
   "scale": "p = 113, 40 % trained",
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
     "initialScale": 1,
     "loss": "stablemaxComplement",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.95,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    },
    "steps": 900,
    "every": 10
   }
  ],
  "conditions": [
   {
    "text": "test accuracy at least 95 %",
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
  "measuredLabel": "test accuracy by step 900",
  "unit": "%"
 },
 {
  "id": "grokking.orthograd",
  "title": "Orthogonal gradients grok at once",
  "statement": "Test accuracy of at least 99 % by step 150.",
  "caveat": "",
  "paper": {
   "figure": "about 99 % by 250 to 300 steps",
   "scale": "p = 113, 40 % trained",
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.999,
     "epsilon": 1e-08,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "perTensor",
     "rescaleGradient": true,
     "logitScale": 1
    },
    "steps": 150,
    "every": 10
   }
  ],
  "conditions": [
   {
    "text": "test accuracy at least 99 %",
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
   "type": "maximumBy",
   "arm": "orthograd",
   "series": "accuracy.test",
   "step": 150
  },
  "measuredLabel": "test accuracy by step 150",
  "unit": "%"
 },
 {
  "id": "grokking.weight-decay",
  "title": "Weight decay groks too",
  "statement": "Test accuracy of at least 99 % by step 300.",
  "caveat": "",
  "paper": {
   "figure": "100 % after about 3,500 steps",
   "scale": "transformer, p = 113",
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
     "initialScale": 1,
     "loss": "softmaxCrossEntropy",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.98,
     "epsilon": 1e-08,
     "momentum": 0.8,
     "weightDecay": 1,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    },
    "steps": 300,
    "every": 10
   }
  ],
  "conditions": [
   {
    "text": "test accuracy at least 99 %",
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
   "type": "maximumBy",
   "arm": "weight-decay",
   "series": "accuracy.test",
   "step": 300
  },
  "measuredLabel": "test accuracy by step 300",
  "unit": "%"
 },
 {
  "id": "grokking.norm-rises",
  "title": "The norm need not fall",
  "statement": "StableMax groks while its weight norm grows at least tenfold.",
  "caveat": "",
  "paper": {
   "figure": "norm from 13 to about 33,000",
   "scale": "p = 113, 40 % trained",
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
     "initialScale": 1,
     "loss": "stablemaxComplement",
     "significandBits": "none",
     "optimizer": "adamW",
     "learningRate": 0.01,
     "beta1": 0.9,
     "beta2": 0.95,
     "epsilon": 1e-18,
     "momentum": 0.8,
     "weightDecay": 0,
     "orthogonalGradient": "none",
     "rescaleGradient": true,
     "logitScale": 1
    },
    "steps": 900,
    "every": 10
   }
  ],
  "conditions": [
   {
    "text": "norm grows at least tenfold",
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
     "value": 10
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
  "measuredLabel": "growth of the weight norm",
  "unit": "×"
 }
];
