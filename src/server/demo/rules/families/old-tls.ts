import type { RuleFamily } from '../family.ts'

/** Old versions of the protocol. */
export const oldTls: RuleFamily = {
  key: 'outdated-tls',
  title: 'Outdated TLS version allowed',
  cwe: 327,
  owasp: 'crypto',
  severity: 'low',
  confidence: 'high',
  kind: 'audit',
  vulnerabilityClass: 'Cryptographic Issues',
  flaw: 'A connection may use TLS 1.0 or 1.1, which rely on broken algorithms and were deprecated in RFC 8996.',
  remedy: 'Set the minimum version to TLS 1.2, preferably 1.3.',
  impact: 'An attacker on the network path can downgrade the connection.',
  steps: [
    'Raise the minimum version.',
    'Find clients with older versions in the logs.',
    'Announce a date to them.',
  ],
  real: 'The listener is public and still accepts TLS 1.0.',
  harmless: 'Only the monitoring of an old office printer uses this client.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'min-version',
          library: 'node:tls',
          flaw: ["const server = https.createServer({ key, cert, «minVersion: 'TLSv1'» }, app)"],
          fix: ["const server = https.createServer({ key, cert, minVersion: 'TLSv1.2' }, app)"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'ssl-protocol',
          library: 'ssl',
          flaw: ['context = ssl.SSLContext(«ssl.PROTOCOL_TLSv1»)'],
          fix: ['context = ssl.create_default_context()'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'ssl-context',
          library: 'SSLContext',
          flaw: ['SSLContext context = «SSLContext.getInstance("TLSv1")»;'],
          fix: ['SSLContext context = SSLContext.getInstance("TLSv1.3");'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'min-version',
          library: 'crypto/tls',
          flaw: ['config := &tls.Config{«MinVersion: tls.VersionTLS10»}'],
          fix: ['config := &tls.Config{MinVersion: tls.VersionTLS12}'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'security-protocol',
          library: 'ServicePointManager',
          flaw: ['ServicePointManager.«SecurityProtocol = SecurityProtocolType.Tls11»;'],
          fix: ['ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12;'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'ssl-version',
          library: 'OpenSSL',
          flaw: ['«context.min_version = OpenSSL::SSL::TLS1_VERSION»'],
          fix: ['context.min_version = OpenSSL::SSL::TLS1_2_VERSION'],
        },
      ],
    },
  ],
}
