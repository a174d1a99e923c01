import type { RuleFamily } from '../family.ts'

/** Nonces that do not change. */
export const staticNonce: RuleFamily = {
  key: 'static-iv',
  title: 'Static initialization vector',
  cwe: 329,
  owasp: 'crypto',
  severity: 'low',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Cryptographic Issues',
  flaw: 'Every message is encrypted with the same initialization vector. Equal prefixes produce equal bytes, and in counter modes the **keystream repeats**.',
  remedy: 'Generate a random vector for each message and store it in front of the message.',
  impact: 'Comparing two messages reveals the content of both.',
  steps: [
    'Generate the vector inside the function.',
    'Store it before the ciphertext.',
    'Read it when decrypting.',
  ],
  real: 'The vector is a constant of the module, and the key is used for years.',
  harmless: 'Each message has a key of its own, derived from its id.',
  component: { tag: 'cryptography', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'buffer-alloc',
          library: 'node:crypto',
          flaw: ["const cipher = createCipheriv('aes-256-cbc', key, «Buffer.alloc(16)»)"],
          fix: ["const cipher = createCipheriv('aes-256-cbc', key, randomBytes(16))"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'zero-bytes',
          library: 'cryptography',
          flaw: ['mode = «modes.CBC(b"\\x00" * 16)»'],
          fix: ['mode = modes.CBC(os.urandom(16))'],
          rest: ['encryptor = Cipher(algorithms.AES(key), mode).encryptor()'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'iv-parameter-spec',
          library: 'IvParameterSpec',
          flaw: ['var iv = «new IvParameterSpec(new byte[16])»;'],
          fix: ['var iv = new IvParameterSpec(random.generateSeed(16));'],
          rest: ['cipher.init(Cipher.ENCRYPT_MODE, key, iv);'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'make-nonce',
          library: 'crypto/cipher',
          flaw: ['«nonce := make([]byte, 12)»'],
          fix: ['nonce := make([]byte, 12)', 'rand.Read(nonce)'],
          rest: ['sealed := gcm.Seal(nil, nonce, plain, nil)'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        { slug: 'aes-iv', library: 'Aes', flaw: ['«aes.IV = new byte[16]»;'], fix: ['aes.GenerateIV();'] },
      ],
    },
  ],
}
