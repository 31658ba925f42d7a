import { createHash } from 'node:crypto';
import type { Hash } from '@chessmith/service';

export const sha256: Hash = (text) => createHash('sha256').update(text).digest('hex');
