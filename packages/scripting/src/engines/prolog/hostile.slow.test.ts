import { PROLOG_HOSTILITY } from '../../testing/hostile/prolog.js';
import { testHostile } from '../../testing/hostile/suite.js';

testHostile(PROLOG_HOSTILITY);
