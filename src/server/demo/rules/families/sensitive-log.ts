import type { RuleFamily } from '../family.ts'

/** Personal data and credentials in the log. */
export const sensitiveLog: RuleFamily = {
  key: 'sensitive-data-logged',
  title: 'Sensitive data in log',
  cwe: 532,
  owasp: 'logging',
  severity: 'medium',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Information Disclosure',
  flaw: 'A password, token or card number is written to the log. Logs are **kept longer and read by more people** than the data itself.',
  remedy: 'Omit the value, or log its last characters or a keyed digest. Also redact it in the logger.',
  impact: 'Anyone with access to the logs can sign in as the customer.',
  steps: [
    'Remove the value from the line.',
    "Add the key to the logger's redaction list.",
    'Delete the log lines that contain it, and rotate the value.',
  ],
  real: 'The entire object is logged, including its password.',
  harmless: "The logger's redaction list contains this key, and a test verifies it.",
  component: { tag: 'observability', risk: 'high' },
  fields: ['password', 'accessToken', 'cardNumber'],
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'console',
          library: 'console',
          setup: ['async function signIn({ email, {field} }) {'],
          flaw: ["  «console.log('sign-in', email, {field})»"],
          fix: ["  log.info({ email }, 'sign-in')"],
          rest: ['  return verify(email, {field})', '}'],
        },
        {
          slug: 'winston',
          library: 'Winston',
          technology: 'express',
          flaw: ['«logger.debug(`request ${JSON.stringify(req.headers)}`)»'],
          fix: ["logger.debug('request', { id: req.id, path: req.path })"],
        },
        {
          slug: 'pino-body',
          library: 'pino',
          technology: 'fastify',
          flaw: ["«request.log.info({ body: request.body }, 'received')»"],
          fix: ["request.log.info({ keys: Object.keys(request.body) }, 'received')"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'logging',
          library: 'logging',
          flaw: ['«logger.info("sign-in %s %s", email, {field})»'],
          fix: ['logger.info("sign-in %s", email)'],
        },
        {
          slug: 'print-settings',
          library: 'print',
          severity: 'low',
          flaw: ['«print(settings.model_dump())»'],
          fix: ['print(settings.model_dump(exclude={"database_url", "signing_key"}))'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'slf4j',
          library: 'SLF4J',
          flaw: ['«log.debug("charging {}", {field})»;'],
          fix: ['log.debug("charging card ending {}", lastFour({field}));'],
        },
        {
          slug: 'to-string',
          library: 'toString',
          severity: 'low',
          flaw: ['«log.info("created {}", credentials)»;'],
          fix: ['log.info("created {}", credentials.id());'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'slog',
          library: 'log/slog',
          flaw: ['«slog.Info("token issued", "token", {field})»'],
          fix: ['slog.Info("token issued", "subject", subject)'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'rails-logger',
          library: 'Rails',
          technology: 'rails',
          flaw: ['«Rails.logger.info("sign-in #{params.inspect}")»'],
          fix: ['Rails.logger.info("sign-in user=#{user.id}")'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'ilogger',
          library: 'ILogger',
          flaw: ['«_logger.LogDebug("Authorization {Header}", Request.Headers.Authorization)»;'],
          fix: ['_logger.LogDebug("Authorization {Scheme}", scheme);'],
        },
      ],
    },
    {
      language: 'swift',
      sinks: [
        {
          slug: 'os-log',
          library: 'OSLog',
          flaw: ['«logger.info("token \\(token, privacy: .public)")»'],
          fix: ['logger.info("token received")'],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'android-log',
          library: 'android.util.Log',
          technology: 'android',
          flaw: ['«Log.d("Session", "token=$token")»'],
          fix: ['Log.d("Session", "token received")'],
        },
      ],
    },
  ],
}
