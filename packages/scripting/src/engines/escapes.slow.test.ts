import { JAVASCRIPT_NOT_THERE } from '../testing/escapes/javascript.js';
import { PROLOG_NOT_THERE } from '../testing/escapes/prolog.js';
import { PYTHON_NOT_THERE } from '../testing/escapes/python.js';
import { testEscapes } from '../testing/escapes/suite.js';
import { JAVASCRIPT_HOSTILITY } from '../testing/hostile/javascript.js';
import { PROLOG_HOSTILITY } from '../testing/hostile/prolog.js';
import { PYTHON_HOSTILITY } from '../testing/hostile/python.js';

testEscapes(JAVASCRIPT_HOSTILITY, { notThere: JAVASCRIPT_NOT_THERE, seals: ['on'] });
testEscapes(PYTHON_HOSTILITY, { notThere: PYTHON_NOT_THERE, seals: ['on', 'imports'] });
testEscapes(PROLOG_HOSTILITY, { notThere: PROLOG_NOT_THERE, seals: ['on'] });
