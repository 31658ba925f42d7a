import { HOSTILE_JAVASCRIPT, javascriptAround } from '../testing/hostile/javascript.js';
import { testHostile } from '../testing/hostile/suite.js';

testHostile({ language: 'javascript', bodies: HOSTILE_JAVASCRIPT, around: javascriptAround });
