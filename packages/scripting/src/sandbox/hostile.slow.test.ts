import { JAVASCRIPT_HOSTILITY } from '../testing/hostile/javascript.js';
import { PROLOG_HOSTILITY } from '../testing/hostile/prolog.js';
import { PYTHON_HOSTILITY } from '../testing/hostile/python.js';
import { testHostile } from '../testing/hostile/suite.js';

testHostile(JAVASCRIPT_HOSTILITY);
testHostile(PYTHON_HOSTILITY);
testHostile(PROLOG_HOSTILITY);
