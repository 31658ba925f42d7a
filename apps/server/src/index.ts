export { type BadSetting, type Configuration, readConfiguration, SERVER_FLAGS } from './configuration.js';
