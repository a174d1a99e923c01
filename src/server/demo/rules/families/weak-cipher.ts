import type { RuleFamily } from '../family.ts'

/** Ciphers in modes that show or let change what they hide. */
export const weakCipher: RuleFamily = {
  key: 'weak-cipher',
  title: 'Weak cipher',
  cwe: 327,
  owasp: 'crypto',
  severity: 'medium',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Cryptographic Issues',
  flaw: 'Data is encrypted with an outdated cipher or in ECB mode, where equal blocks stay equal. Patterns of the plaintext **remain visible**, and changes are not detected.',
  remedy:
    'Use authenticated encryption (AES-256-GCM or XChaCha20-Poly1305) with a new nonce for each message.',
  impact: 'Anyone who has the encrypted data can learn parts of it or swap blocks.',
  steps: [
    'Write new data in the new format with a version byte.',
    'Read both formats during the migration.',
    'Re-encrypt the rest in a job.',
  ],
  real: 'The data contains cardholder names, and equal names produce equal bytes.',
  harmless: "A partner's legacy protocol requires this cipher inside a TLS connection.",
  component: { tag: 'cryptography', risk: 'high' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'aes-ecb',
          library: 'AES-ECB',
          flaw: ["const cipher = «createCipheriv('aes-256-ecb', key, null)»"],
          fix: ["const cipher = createCipheriv('aes-256-gcm', key, randomBytes(12))"],
          rest: ['const sealed = Buffer.concat([cipher.update(plain), cipher.final()])'],
        },
        {
          slug: 'des',
          library: '3DES',
          flaw: ["const cipher = «createCipheriv('des-ede3-cbc', key, iv)»"],
          fix: ["const cipher = createCipheriv('aes-256-gcm', key, randomBytes(12))"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'aes-ecb',
          library: 'PyCryptodome',
          flaw: ['cipher = «AES.new(key, AES.MODE_ECB)»'],
          fix: ['cipher = AES.new(key, AES.MODE_GCM)'],
          rest: ['sealed = cipher.encrypt(pad(plain, 16))'],
        },
        {
          slug: 'arc4',
          library: 'RC4',
          flaw: ['cipher = Cipher(«algorithms.ARC4(key)», mode=None)'],
          fix: ['cipher = ChaCha20Poly1305(key)'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'aes-ecb',
          library: 'javax.crypto',
          flaw: ['Cipher cipher = «Cipher.getInstance("AES/ECB/PKCS5Padding")»;'],
          fix: ['Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");'],
          rest: ['cipher.init(Cipher.ENCRYPT_MODE, key);'],
        },
        {
          slug: 'des',
          library: 'DES',
          flaw: ['Cipher cipher = «Cipher.getInstance("DES/CBC/PKCS5Padding")»;'],
          fix: ['Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'des',
          library: 'crypto/des',
          flaw: ['block, err := «des.NewTripleDESCipher(key)»'],
          fix: ['block, err := aes.NewCipher(key)'],
        },
        {
          slug: 'rc4',
          library: 'crypto/rc4',
          flaw: ['stream, err := «rc4.NewCipher(key)»'],
          fix: ['sealer, err := chacha20poly1305.New(key)'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'aes-ecb',
          library: 'Aes',
          setup: ['using var aes = Aes.Create();'],
          flaw: ['«aes.Mode = CipherMode.ECB»;'],
          fix: ['aes.Mode = CipherMode.CBC; // with an HMAC over the result, or use AesGcm'],
        },
        {
          slug: 'triple-des',
          library: 'TripleDES',
          flaw: ['using var cipher = «TripleDES.Create()»;'],
          fix: ['using var cipher = new AesGcm(key, 16);'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'openssl-ecb',
          library: 'OpenSSL',
          flaw: ["$sealed = «openssl_encrypt($plain, 'aes-256-ecb', $key)»;"],
          fix: ["$sealed = openssl_encrypt($plain, 'aes-256-gcm', $key, 0, $nonce, $tag);"],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'aes-default',
          library: 'javax.crypto',
          flaw: ['val cipher = «Cipher.getInstance("AES")»'],
          fix: ['val cipher = Cipher.getInstance("AES/GCM/NoPadding")'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'openssl-ecb',
          library: 'OpenSSL',
          flaw: ["cipher = «OpenSSL::Cipher.new('aes-256-ecb')»"],
          fix: ["cipher = OpenSSL::Cipher.new('aes-256-gcm')"],
        },
      ],
    },
  ],
}
