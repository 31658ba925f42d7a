export * from './common.js';
export * from './frames.js';
export * from './inspection.js';
export * from './news.js';
export * from './requests.js';
export * from './responses.js';
export * from './types.js';
