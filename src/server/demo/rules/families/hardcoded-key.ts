import type { RuleFamily } from '../family.ts'

/** Keys for signing that stand in the code. */
export const hardcodedKey: RuleFamily = {
  key: 'hard-coded-signing-key',
  title: 'Hardcoded signing key',
  cwe: 321,
  owasp: 'crypto',
  severity: 'medium',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Hard-coded Secrets',
  flaw: 'The key that signs tokens or cookies is a literal in the source code. Anyone with a copy of the repository can sign with it.',
  remedy:
    'Read the key from the secret store at startup, refuse to start without it, and rotate the old key.',
  impact: 'A former employee or a leaked checkout can forge sessions.',
  steps: [
    'Create a new key in the secret store.',
    'Read it at startup.',
    'Accept the old key for verification until its tokens have expired.',
  ],
  real: 'The same literal is used in every environment.',
  harmless: 'The literal is the key of the test suite, and the service does not start with it in production.',
  component: { tag: 'cryptography', risk: 'high' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'jsonwebtoken',
          library: 'jsonwebtoken',
          flaw: ["const token = «jwt.sign({ sub: user.id }, 'change-me')»"],
          fix: ['const token = jwt.sign({ sub: user.id }, config.signingKey)'],
        },
        {
          slug: 'express-session',
          library: 'express-session',
          technology: 'express',
          flaw: ["app.use(session({ «secret: 'keyboard cat'», resave: false }))"],
          fix: ['app.use(session({ secret: config.sessionKeys, resave: false }))'],
        },
        {
          slug: 'fastify-jwt',
          library: '@fastify/jwt',
          technology: 'fastify',
          flaw: ["app.register(fastifyJwt, { «secret: 'supersecret'» })"],
          fix: ['app.register(fastifyJwt, { secret: config.signingKey })'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'flask-secret-key',
          library: 'Flask',
          technology: 'flask',
          flaw: ["«app.secret_key = 'dev'»"],
          fix: ["app.secret_key = os.environ['SECRET_KEY']"],
        },
        {
          slug: 'django-secret-key',
          library: 'Django',
          technology: 'django',
          flaw: ["«SECRET_KEY = 'insecure-change-me'»"],
          fix: ["SECRET_KEY = os.environ['DJANGO_SECRET_KEY']"],
          rest: ['DEBUG = False'],
        },
        {
          slug: 'pyjwt',
          library: 'PyJWT',
          flaw: ['token = «jwt.encode({"sub": user.id}, "change-me", algorithm="HS256")»'],
          fix: ['token = jwt.encode({"sub": user.id}, settings.signing_key, algorithm="HS256")'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'jjwt',
          library: 'JJWT',
          flaw: ['Key key = «Keys.hmacShaKeyFor("change-me-change-me-change-me-32".getBytes())»;'],
          fix: ['Key key = Keys.hmacShaKeyFor(settings.signingKey());'],
        },
        {
          slug: 'java-jwt',
          library: 'java-jwt',
          flaw: ['Algorithm algorithm = «Algorithm.HMAC256("change-me")»;'],
          fix: ['Algorithm algorithm = Algorithm.HMAC256(settings.signingKey());'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'golang-jwt',
          library: 'golang-jwt',
          flaw: ['signed, err := «token.SignedString([]byte("change-me"))»'],
          fix: ['signed, err := token.SignedString(s.settings.SigningKey)'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'sinatra-session',
          library: 'Sinatra',
          technology: 'sinatra',
          flaw: ["«set :session_secret, 'change-me'»"],
          fix: ["set :session_secret, ENV.fetch('SESSION_SECRET')"],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'symmetric-key',
          library: 'SymmetricSecurityKey',
          flaw: ['var key = «new SymmetricSecurityKey("change-me-change-me"u8.ToArray())»;'],
          fix: ['var key = new SymmetricSecurityKey(_settings.SigningKey);'],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'ktor-jwt',
          library: 'Ktor',
          technology: 'ktor',
          flaw: ['verifier(JWT.require(«Algorithm.HMAC256("change-me")»).build())'],
          fix: ['verifier(JWT.require(Algorithm.HMAC256(settings.signingKey)).build())'],
        },
      ],
    },
  ],
}
