import type { EngineKind } from '../../engines/engine.js';
import type { Language } from '../../language.js';

/** Loads the engine of a language. The import is dynamic, so that a thread loads only the interpreter it needs. */
export async function loadKind(language: Language): Promise<EngineKind<unknown>> {
  switch (language) {
    case 'javascript':
      return (await import('../../engines/javascript/javascript.js')).javascript as EngineKind<unknown>;
    case 'python':
      return (await import('../../engines/python/python.js')).python as EngineKind<unknown>;
    case 'prolog':
      return (await import('../../engines/prolog/prolog.js')).prolog as EngineKind<unknown>;
  }
}
