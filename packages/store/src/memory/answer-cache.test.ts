import { testAnswerCache } from '@chessmith/service/testing';
import { openMemoryCache } from './answer-cache.js';

testAnswerCache('memory', async () => openMemoryCache({ maxAnswers: 100 }));
