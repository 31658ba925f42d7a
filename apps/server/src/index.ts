export {
  type BadSetting,
  type Configuration,
  readConfiguration,
  SERVER_FLAGS,
  unknownVariables,
} from './configuration.js';
export { openServer, type Server, type ServerOverrides } from './open-server.js';
export * from './operations/index.js';
export { serve } from './serve.js';
