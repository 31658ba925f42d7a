import { testEscapes } from '../../testing/escape-suite.js';
import { PYTHON_NOT_THERE } from '../../testing/escapes/python.js';
import { PYTHON_HOSTILITY } from '../../testing/hostile/python.js';

testEscapes(PYTHON_HOSTILITY, { notThere: PYTHON_NOT_THERE, isolations: ['on', 'imports'] });
