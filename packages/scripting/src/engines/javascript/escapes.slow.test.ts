import { testEscapes } from '../../testing/escape-suite.js';
import { JAVASCRIPT_NOT_THERE } from '../../testing/escapes/javascript.js';
import { JAVASCRIPT_HOSTILITY } from '../../testing/hostile/javascript.js';

testEscapes(JAVASCRIPT_HOSTILITY, { notThere: JAVASCRIPT_NOT_THERE, isolations: ['on'] });
