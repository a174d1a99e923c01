import type { RuleFamily } from '../family.ts'

/** Numbers that can be foretold where they must not. */
export const weakRandom: RuleFamily = {
  key: 'predictable-random',
  title: 'Insecure random number generator',
  cwe: 338,
  owasp: 'crypto',
  severity: 'low',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Insecure Randomness',
  flaw: 'A token or code is generated with a random number generator that is not cryptographically secure. Its **next values can be computed** from earlier ones.',
  remedy: 'Use the cryptographic random source of the system.',
  impact: 'Reset codes, invitation codes and file names can be guessed.',
  steps: ['Replace the generator.', 'Use at least 128 bits for tokens.', 'Expire the tokens issued before.'],
  real: 'The value is sent as a one-time code, which is the only protection of this step.',
  harmless: 'The value is only used as jitter for retries.',
  component: { tag: 'cryptography', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'math-random',
          library: 'Math.random',
          flaw: ['const resetCode = «Math.random()».toString(36).slice(2)'],
          fix: ["const resetCode = randomBytes(16).toString('base64url')"],
          rest: ['await {entities}.saveCode(user.id, resetCode)'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'random-module',
          library: 'random',
          flaw: ['code = «"".join(random.choices(string.ascii_letters, k=12))»'],
          fix: ['code = secrets.token_urlsafe(16)'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'java-util-random',
          library: 'java.util.Random',
          flaw: ['long code = «new Random().nextLong()»;'],
          fix: ['long code = secureRandom.nextLong();'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'math-rand',
          library: 'math/rand',
          flaw: ['code := fmt.Sprintf("%06d", «rand.Intn(1000000)»)'],
          fix: ['code, err := randomCode(6)'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'rand',
          library: 'Kernel#rand',
          flaw: ['code = «rand(10**8)».to_s'],
          fix: ['code = SecureRandom.urlsafe_base64(16)'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'mt-rand',
          library: 'mt_rand',
          flaw: ['$code = «mt_rand(100000, 999999)»;'],
          fix: ['$code = bin2hex(random_bytes(16));'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'system-random',
          library: 'System.Random',
          flaw: ['var code = «new Random().Next(1_000_000)»;'],
          fix: ['var code = RandomNumberGenerator.GetInt32(1_000_000);'],
        },
      ],
    },
    {
      language: 'c',
      sinks: [
        {
          slug: 'rand',
          library: 'rand',
          flaw: ['token[i] = alphabet[«rand()» % alphabet_length];'],
          fix: ['token[i] = alphabet[random_below(alphabet_length)];'],
          setup: ['for (size_t i = 0; i < token_length; i++)'],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'kotlin-random',
          library: 'kotlin.random',
          flaw: ['val code = «Random.nextInt(1_000_000)».toString()'],
          fix: ['val code = SecureRandom().nextInt(1_000_000).toString()'],
        },
      ],
    },
  ],
}
