import { PYTHON_HOSTILITY } from '../../testing/hostile/python.js';
import { testHostile } from '../../testing/hostile/suite.js';

testHostile(PYTHON_HOSTILITY);
