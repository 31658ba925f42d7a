export * from './answers.js';
export * from './frames.js';
export * from './inspection.js';
export * from './news.js';
export * from './requests.js';
export * from './types.js';
export * from './words.js';
