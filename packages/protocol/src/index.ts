export * as quantumCodec from './quantum-codec/index.js';
