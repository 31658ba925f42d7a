import { describe, expect, test } from 'vitest';
import { readConfiguration, unknownVariables } from './configuration.js';

describe('configuration', () => {
  test('has the defaults of the Chess Game Service', () => {
    expect(readConfiguration({}, {})).toMatchObject({
      value: { httpHost: 'localhost', httpPort: 8080, allowedOrigins: [], statisticsService: null, data: './data' },
    });
  });

  test('prefers flags to environment variables', () => {
    const environment = { CHESSMITH_HTTP_PORT: '81', CHESSMITH_HTTP_HOST: '0.0.0.0' };
    expect(readConfiguration({ 'http-port': '82' }, environment)).toMatchObject({
      value: { httpPort: 82, httpHost: '0.0.0.0' },
    });
  });

  test('lists unknown CHESSMITH_ variables', () => {
    const environment = { CHESSMITH_HTTP_PORT: '81', CHESSMITH_PORT: '82', CHESSMITH_DATA_DIR: 'x', PATH: '/bin' };
    expect(unknownVariables(environment)).toEqual(['CHESSMITH_PORT', 'CHESSMITH_DATA_DIR']);
  });

  test('has the Quantum Chess TCP protocol off by default', () => {
    expect(readConfiguration({}, {})).toMatchObject({
      value: { quantumPort: null, quantumHost: 'localhost', quantumBoard: null, quantumConnectionsPerAddress: 128 },
    });
    expect(readConfiguration({ 'quantum-board': 'b.txt' }, { CHESSMITH_QUANTUM_PORT: '9000' })).toMatchObject({
      value: { quantumPort: 9000, quantumBoard: 'b.txt' },
    });
  });

  test.each([
    ['', false],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('reads %j as trusted proxies', (text, trustProxy) => {
    expect(readConfiguration({ 'trust-proxy': text }, {})).toMatchObject({ value: { trustProxy } });
  });

  test('reads the URL of the page’s source', () => {
    expect(readConfiguration({}, {})).toMatchObject({ value: { sourceUrl: null } });
    const sourceUrl = 'https://example.org/source';
    expect(readConfiguration({ 'source-url': sourceUrl }, {})).toMatchObject({ value: { sourceUrl } });
    expect(readConfiguration({ 'source-url': 'javascript:alert(1)' }, {})).toMatchObject({ ok: false });
  });

  test('reads origins in the format of the Chess Game Service', () => {
    const text = 'https://a.example; http://localhost:8080/;';
    expect(readConfiguration({ 'allowed-origins': text }, {})).toMatchObject({
      value: { allowedOrigins: ['https://a.example', 'http://localhost:8080'] },
    });
  });

  test.each([
    ['http-host', ''],
    ['quantum-host', ' '],
    ['data', ''],
    ['http-port', '65536'],
    ['http-port', '-1'],
    ['http-port', 'http'],
    ['quantum-port', '65536'],
    ['quantum-port', 'tcp'],
    ['guests-per-minute', '0'],
    ['guests-per-minute', '1e3'],
    ['guests-per-minute', '1000001'],
    ['waiting-minutes', '0'],
    ['waiting-minutes', '1441'],
    ['first-move-seconds', '-1'],
    ['first-move-seconds', '3601'],
    ['quantum-cap', '1'],
    ['quantum-cap', '1000'],
    ['quantum-cap', '262144'],
    ['quantum-cap', ''],
    ['allowed-origins', 'example.org'],
    ['allowed-origins', '*'],
    ['statistics-service', 'http://host'],
    ['statistics-service', 'host:port'],
    ['statistics-service', 'host:65536'],
    ['statistics-service', 'host\\scores'],
    ['trust-proxy', 'true'],
    ['trust-proxy', '1'],
    ['trust-proxy', '10.0.0.0/33'],
    ['trust-proxy', 'proxy.example'],
    ['log-level', 'loud'],
  ])('refuses --%s %s, and names the variable', (flag, value) => {
    const variable = `CHESSMITH_${flag.toUpperCase().replaceAll('-', '_')}`;
    expect(readConfiguration({ [flag]: value }, {})).toMatchObject({
      error: { code: 'server/bad-setting', message: expect.stringContaining(variable) },
    });
    expect(readConfiguration({}, { [variable]: value })).toMatchObject({ ok: false });
  });
});
