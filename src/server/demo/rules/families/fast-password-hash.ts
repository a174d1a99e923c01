import type { RuleFamily } from '../family.ts'

/** Passwords kept in a form that is quick to guess. */
export const fastPasswordHash: RuleFamily = {
  key: 'fast-password-hash',
  title: 'Weak password hash',
  cwe: 916,
  owasp: 'crypto',
  severity: 'high',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Cryptographic Issues',
  flaw: 'A password is stored as a plain digest. Graphics cards test **billions** of candidates per second against such a digest.',
  remedy:
    'Use a password hash with a work factor (Argon2id, scrypt, or bcrypt with cost 12 or higher) and let the library generate the salt.',
  impact: 'A leaked table reveals most passwords within hours.',
  steps: [
    'Hash with Argon2id at the next sign-in.',
    'Until then, wrap the old digests.',
    'Delete digests that are not renewed within 90 days.',
  ],
  real: 'The digest of the password from the sign-up form is stored in this column.',
  harmless: 'The value is a random token of 256 bits, which cannot be guessed.',
  component: { tag: 'user authentication', risk: 'high' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'node-crypto',
          library: 'node:crypto',
          flaw: ["user.password = «createHash('sha256').update(password).digest('hex')»"],
          fix: ['user.password = await argon2.hash(password)'],
          rest: ['await user.save()'],
        },
        {
          slug: 'bcrypt-rounds',
          library: 'bcrypt',
          severity: 'medium',
          title: 'Weak password hash: low bcrypt cost',
          flaw: ['user.password = await «bcrypt.hash(password, 4)»'],
          fix: ['user.password = await bcrypt.hash(password, 12)'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'hashlib',
          library: 'hashlib',
          flaw: ['user.password = «hashlib.sha256(password.encode()).hexdigest()»'],
          fix: ['user.password = PasswordHasher().hash(password)'],
        },
        {
          slug: 'django-hashers',
          library: 'Django',
          technology: 'django',
          flaw: ["PASSWORD_HASHERS = [«'django.contrib.auth.hashers.MD5PasswordHasher'»]"],
          fix: ["PASSWORD_HASHERS = ['django.contrib.auth.hashers.Argon2PasswordHasher']"],
        },
        {
          slug: 'pbkdf2-iterations',
          library: 'PBKDF2',
          severity: 'medium',
          title: 'Weak password hash: low PBKDF2 iteration count',
          flaw: ['key = «hashlib.pbkdf2_hmac("sha256", password, salt, 1000)»'],
          fix: ['key = hashlib.pbkdf2_hmac("sha256", password, salt, 600_000)'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'noop-encoder',
          library: 'Spring Security',
          technology: 'spring',
          severity: 'critical',
          title: 'Plaintext password storage: Spring Security',
          flaw: ['@Bean PasswordEncoder encoder() { return «NoOpPasswordEncoder.getInstance()»; }'],
          fix: [
            '@Bean PasswordEncoder encoder() { return Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8(); }',
          ],
        },
        {
          slug: 'message-digest',
          library: 'MessageDigest',
          flaw: ['user.setPassword(Hex.encode(«sha256.digest(password.getBytes(UTF_8))»));'],
          fix: ['user.setPassword(encoder.encode(password));'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'sha256',
          library: 'crypto/sha256',
          flaw: ['hash := «sha256.Sum256([]byte(password))»'],
          fix: ['hash, err := bcrypt.GenerateFromPassword([]byte(password), 12)'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'md5',
          library: 'md5',
          flaw: ['$user->password = «md5($password)»;'],
          fix: ['$user->password = password_hash($password, PASSWORD_ARGON2ID);'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'sha256',
          library: 'SHA256',
          flaw: ['user.Password = Convert.ToHexString(«SHA256.HashData(bytes)»);'],
          fix: ['user.Password = _hasher.HashPassword(user, password);'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'digest',
          library: 'Digest',
          flaw: ['user.password_digest = «Digest::SHA256.hexdigest(password)»'],
          fix: ['user.password = password'],
        },
      ],
    },
  ],
}
