import { createHash } from 'node:crypto';
import type { Digest } from '@chessmith/service';

export const sha256: Digest = (text) => createHash('sha256').update(text).digest('hex');
