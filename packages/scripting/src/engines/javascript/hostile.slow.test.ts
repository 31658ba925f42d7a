import { JAVASCRIPT_HOSTILITY } from '../../testing/hostile/javascript.js';
import { testHostile } from '../../testing/hostile/suite.js';

testHostile(JAVASCRIPT_HOSTILITY);
