import { performJobs } from '../worker-pool.js';
import { performRulesetJob, type RulesetJobs } from './compile-ruleset.js';

/** Checks and compiles JSON rulesets outside the server's event loop. */
performJobs<RulesetJobs>(performRulesetJob);
