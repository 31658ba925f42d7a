/** The last step of a build: what starting the interpreters comes to is kept, since it takes seconds each time. */
import { markBuild } from '../build-fingerprint.js';
import { keepImages } from '../engines/kept-image.js';
import { startedProlog } from '../engines/prolog/image.js';
import { startedPython } from '../engines/python/image.js';

await keepImages({ python: startedPython, prolog: startedProlog });
markBuild();
