import type { Scene } from './scene.js';
export const drawSvg = (scene: Scene): string => JSON.stringify(scene);
