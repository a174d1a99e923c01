import type { RuleFamily } from '../family.ts'

/** Digests whose collisions can be bought. */
export const weakHash: RuleFamily = {
  key: 'weak-hash',
  title: 'Weak hash',
  cwe: 327,
  owasp: 'crypto',
  severity: 'medium',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Cryptographic Issues',
  flaw: 'A digest is computed with MD5 or SHA-1. Two inputs with the same digest can be created at low cost, so the digest **does not identify its input**.',
  remedy: 'Use SHA-256 or stronger. For a keyed digest use HMAC with SHA-256.',
  impact: 'A crafted pair of inputs passes a check that relies on the digest.',
  steps: [
    'Find the comparisons that use the digest.',
    'Store the new digest next to the old one.',
    'Change the comparisons, then drop the old column.',
  ],
  real: 'The digest determines whether a document counts as unchanged.',
  harmless: 'The digest only distributes keys over cache nodes. A collision causes one cache miss.',
  component: { tag: 'cryptography', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'md5',
          library: 'MD5 with node:crypto',
          flaw: ["const tag = «createHash('md5')».update({entity}.content).digest('hex')"],
          fix: ["const tag = createHash('sha256').update({entity}.content).digest('hex')"],
          rest: ['if (tag === known.tag) return known'],
        },
        {
          slug: 'sha1',
          library: 'SHA-1 with node:crypto',
          flaw: ["const signature = «createHmac('sha1', key)».update(body).digest('base64')"],
          fix: ["const signature = createHmac('sha256', key).update(body).digest('base64')"],
        },
        {
          slug: 'crypto-js',
          library: 'MD5 with crypto-js',
          flaw: ['const tag = «CryptoJS.MD5({entity}.content)».toString()'],
          fix: ['const tag = CryptoJS.SHA256({entity}.content).toString()'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'md5',
          library: 'MD5 with hashlib',
          setup: ['def fingerprint({entity}):'],
          flaw: ['    digest = «hashlib.md5({entity}.content)»'],
          fix: ['    digest = hashlib.sha256({entity}.content)'],
          rest: ['    return digest.hexdigest()'],
        },
        {
          slug: 'sha1',
          library: 'SHA-1 with hashlib',
          flaw: ['signature = «hashlib.sha1(secret + body)».hexdigest()'],
          fix: ['signature = hmac.new(secret, body, hashlib.sha256).hexdigest()'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'md5',
          library: 'MD5 with MessageDigest',
          setup: ['byte[] fingerprint({Entity} {entity}) throws GeneralSecurityException {'],
          flaw: ['    var digest = «MessageDigest.getInstance("MD5")»;'],
          fix: ['    var digest = MessageDigest.getInstance("SHA-256");'],
          rest: ['    return digest.digest({entity}.content());', '}'],
        },
        {
          slug: 'sha1',
          library: 'SHA-1 with MessageDigest',
          flaw: ['var digest = «MessageDigest.getInstance("SHA-1")»;'],
          fix: ['var digest = MessageDigest.getInstance("SHA-256");'],
        },
        {
          slug: 'digest-utils',
          library: 'MD5 with Commons Codec',
          flaw: ['String tag = «DigestUtils.md5Hex({entity}.content())»;'],
          fix: ['String tag = DigestUtils.sha256Hex({entity}.content());'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'md5',
          library: 'MD5 with crypto/md5',
          flaw: ['sum := «md5.Sum({entity}.Content)»'],
          fix: ['sum := sha256.Sum256({entity}.Content)'],
          rest: ['tag := hex.EncodeToString(sum[:])'],
        },
        {
          slug: 'sha1',
          library: 'SHA-1 with crypto/sha1',
          flaw: ['mac := «hmac.New(sha1.New, key)»'],
          fix: ['mac := hmac.New(sha256.New, key)'],
          rest: ['mac.Write(body)'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'md5',
          library: 'MD5 with Digest',
          flaw: ['tag = «Digest::MD5.hexdigest({entity}.content)»'],
          fix: ['tag = Digest::SHA256.hexdigest({entity}.content)'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'md5',
          library: 'MD5',
          flaw: ['$tag = «md5(${entity}->content)»;'],
          fix: ["$tag = hash('sha256', ${entity}->content);"],
        },
        {
          slug: 'sha1',
          library: 'SHA-1 with sha1()',
          flaw: ['$tag = «sha1($secret . $body)»;'],
          fix: ["$tag = hash_hmac('sha256', $body, $secret);"],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'md5',
          library: 'MD5',
          flaw: ['var hash = «MD5.HashData({entity}.Content)»;'],
          fix: ['var hash = SHA256.HashData({entity}.Content);'],
        },
        {
          slug: 'sha1',
          library: 'SHA-1',
          flaw: ['using var sha = «SHA1.Create()»;'],
          fix: ['using var sha = SHA256.Create();'],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'md5',
          library: 'MD5 with MessageDigest',
          flaw: ['val digest = «MessageDigest.getInstance("MD5")».digest({entity}.content)'],
          fix: ['val digest = MessageDigest.getInstance("SHA-256").digest({entity}.content)'],
        },
      ],
    },
    {
      language: 'swift',
      sinks: [
        {
          slug: 'insecure-md5',
          library: 'MD5 with CryptoKit',
          flaw: ['let digest = «Insecure.MD5.hash(data: {entity}.content)»'],
          fix: ['let digest = SHA256.hash(data: {entity}.content)'],
        },
      ],
    },
    {
      language: 'rust',
      sinks: [
        {
          slug: 'md5-crate',
          library: 'MD5',
          flaw: ['let digest = «md5::compute(&{entity}.content)»;'],
          fix: ['let digest = Sha256::digest(&{entity}.content);'],
        },
      ],
    },
    {
      language: 'cpp',
      sinks: [
        {
          slug: 'openssl-md5',
          library: 'MD5 with OpenSSL',
          flaw: ['«MD5(content.data(), content.size(), digest)»;'],
          fix: ['SHA256(content.data(), content.size(), digest);'],
        },
      ],
    },
  ],
}
