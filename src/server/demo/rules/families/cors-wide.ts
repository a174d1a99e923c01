import type { RuleFamily } from '../family.ts'

/** Answers that every origin may read with credentials. */
export const corsWide: RuleFamily = {
  key: 'cors-any-origin',
  title: 'CORS allows any origin',
  cwe: 942,
  owasp: 'misconfiguration',
  severity: 'medium',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Improper Authorization',
  flaw: 'The service allows **any** origin to read its responses, including requests with cookies.',
  remedy:
    'List our own origins and compare the full value of `Origin`. Never reflect the origin of the request without a check.',
  impact: 'A malicious website can read the data of its visitors.',
  steps: [
    'List the origins of our frontends.',
    'Compare complete values, not suffixes.',
    'Disallow credentials if the client sends a token.',
  ],
  real: 'Credentials are allowed, and the API returns personal data.',
  harmless: 'The service is public, returns the same data to everyone, and reads no cookie.',
  component: { tag: 'user data', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'express-cors',
          library: 'cors',
          technology: 'express',
          flaw: ['app.use(«cors({ origin: true, credentials: true })»)'],
          fix: ['app.use(cors({ origin: config.frontEnds, credentials: true }))'],
          rest: ["app.use('/{entities}', {entities})"],
        },
        {
          slug: 'fastify-cors',
          library: '@fastify/cors',
          technology: 'fastify',
          flaw: ["await «app.register(fastifyCors, { origin: '*' })»"],
          fix: ['await app.register(fastifyCors, { origin: config.frontEnds })'],
        },
        {
          slug: 'reflected-origin',
          library: 'Express',
          technology: 'express',
          severity: 'high',
          title: 'CORS reflects request origin: Express',
          setup: ['app.use((req, res, next) => {'],
          flaw: ["  «res.setHeader('Access-Control-Allow-Origin', req.headers.origin)»"],
          fix: [
            "  if (frontEnds.has(req.headers.origin)) res.setHeader('Access-Control-Allow-Origin', req.headers.origin)",
          ],
          rest: ["  res.setHeader('Access-Control-Allow-Credentials', 'true')", '  next()', '})'],
        },
        {
          slug: 'nest-enable-cors',
          library: 'NestJS',
          technology: 'nestjs',
          flaw: ['«app.enableCors({ origin: true, credentials: true })»'],
          fix: ['app.enableCors({ origin: frontEnds, credentials: true })'],
          rest: ['await app.listen(port)'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'flask-cors',
          library: 'Flask-CORS',
          technology: 'flask',
          flaw: ['«CORS(app, origins="*", supports_credentials=True)»'],
          fix: ['CORS(app, origins=settings.FRONT_ENDS, supports_credentials=True)'],
        },
        {
          slug: 'fastapi-cors',
          library: 'FastAPI',
          technology: 'fastapi',
          setup: ['app.add_middleware(', '    CORSMiddleware,'],
          flaw: ['    «allow_origins=["*"],»'],
          fix: ['    allow_origins=settings.front_ends,'],
          rest: ['    allow_credentials=True,', ')'],
        },
        {
          slug: 'django-cors-headers',
          library: 'django-cors-headers',
          technology: 'django',
          flaw: ['«CORS_ALLOW_ALL_ORIGINS = True»'],
          fix: ['CORS_ALLOWED_ORIGINS = FRONT_ENDS'],
          rest: ['CORS_ALLOW_CREDENTIALS = True'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'spring-cross-origin',
          library: 'Spring',
          technology: 'spring',
          flaw: ['«@CrossOrigin(origins = "*")»', '@RestController'],
          fix: ['@CrossOrigin(origins = "${frontend.origin}")', '@RestController'],
          rest: ['class {Entity}Controller {'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'gin-cors',
          library: 'gin-contrib/cors',
          technology: 'gin',
          setup: ['config := cors.DefaultConfig()'],
          flaw: ['«config.AllowAllOrigins = true»'],
          fix: ['config.AllowOrigins = settings.FrontEnds'],
          rest: ['router.Use(cors.New(config))'],
        },
        {
          slug: 'net-http',
          library: 'net/http',
          technology: 'net-http',
          flaw: ['«w.Header().Set("Access-Control-Allow-Origin", "*")»'],
          fix: ['allowOrigin(w, r, s.frontEnds)'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'aspnet-allow-any',
          library: 'ASP.NET Core',
          technology: 'aspnetcore',
          flaw: ['app.UseCors(policy => «policy.AllowAnyOrigin()».AllowAnyHeader());'],
          fix: ['app.UseCors(policy => policy.WithOrigins(frontEnds).AllowAnyHeader());'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'laravel-cors',
          library: 'Laravel',
          technology: 'laravel',
          setup: ['return [', "    'paths' => ['api/*'],"],
          flaw: ["    «'allowed_origins' => ['*'],»"],
          fix: ["    'allowed_origins' => [env('FRONT_END')],"],
          rest: ['];'],
        },
      ],
    },
  ],
}
