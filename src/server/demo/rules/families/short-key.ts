import type { RuleFamily } from '../family.ts'

/** Keys that are too short. */
export const shortKey: RuleFamily = {
  key: 'short-key',
  title: 'Key size too small',
  cwe: 326,
  owasp: 'crypto',
  severity: 'low',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Cryptographic Issues',
  flaw: 'A key pair is generated with a length that is no longer considered secure (RSA below 2048 bits, curves below 224).',
  remedy: 'Use RSA with 3072 bits, Ed25519 or P-256.',
  impact: 'A well-funded attacker can compute the private key while it is in use.',
  steps: ['Change the length.', 'Issue new keys.', 'Set a date to revoke the old keys.'],
  real: 'The key signs documents that must be valid for ten years.',
  harmless: 'The key is only used in one test.',
  component: { tag: 'cryptography', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'rsa',
          library: 'node:crypto',
          flaw: ["const pair = «generateKeyPairSync('rsa', { modulusLength: 1024 })»"],
          fix: ["const pair = generateKeyPairSync('ed25519')"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'rsa',
          library: 'cryptography',
          flaw: ['key = «rsa.generate_private_key(public_exponent=65537, key_size=1024)»'],
          fix: ['key = ed25519.Ed25519PrivateKey.generate()'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'rsa',
          library: 'KeyPairGenerator',
          setup: ['var generator = KeyPairGenerator.getInstance("RSA");'],
          flaw: ['«generator.initialize(1024)»;'],
          fix: ['generator.initialize(3072);'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'rsa',
          library: 'crypto/rsa',
          flaw: ['key, err := «rsa.GenerateKey(rand.Reader, 1024)»'],
          fix: ['_, key, err := ed25519.GenerateKey(rand.Reader)'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'rsa',
          library: 'RSA',
          flaw: ['using var key = «RSA.Create(1024)»;'],
          fix: ['using var key = RSA.Create(3072);'],
        },
      ],
    },
  ],
}
