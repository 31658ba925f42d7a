import { HOSTILE_JAVASCRIPT, javascriptAround } from '../testing/hostile/javascript.js';
import { HOSTILE_PROLOG, prologAround } from '../testing/hostile/prolog.js';
import { HOSTILE_PYTHON, pythonAround } from '../testing/hostile/python.js';
import { testHostile } from '../testing/hostile/suite.js';

testHostile({ language: 'javascript', bodies: HOSTILE_JAVASCRIPT, around: javascriptAround });
testHostile({ language: 'python', bodies: HOSTILE_PYTHON, around: pythonAround });
testHostile({ language: 'prolog', bodies: HOSTILE_PROLOG, around: prologAround });
