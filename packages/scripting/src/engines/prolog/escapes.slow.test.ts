import { testEscapes } from '../../testing/escape-suite.js';
import { PROLOG_NOT_THERE } from '../../testing/escapes/prolog.js';
import { PROLOG_HOSTILITY } from '../../testing/hostile/prolog.js';

testEscapes(PROLOG_HOSTILITY, { notThere: PROLOG_NOT_THERE, isolations: ['on'] });
