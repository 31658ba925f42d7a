/**
 * The last step of the build: stores the memory images of started interpreters, because starting them takes seconds.
 */
import { markBuild } from '../build-fingerprint.js';
import { keepImages } from '../engines/image-cache.js';
import { startedProlog } from '../engines/prolog/image.js';
import { startedPython } from '../engines/python/image.js';

await keepImages({ python: startedPython, prolog: startedProlog });
markBuild();
