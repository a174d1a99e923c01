import type { RuleFamily } from '../family.ts'

/** Log lines that a request can forge. */
export const logInjection: RuleFamily = {
  key: 'log-injection',
  title: 'Log injection',
  cwe: 117,
  owasp: 'logging',
  severity: 'low',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Improper Validation',
  flaw: 'A request value is concatenated into a log message. A line break in it starts a **second entry** that looks like our own.',
  remedy: 'Log structured fields, whose encoder escapes line breaks.',
  impact: 'An attacker can write entries that mislead the people who read the log.',
  steps: ['Pass the value as a field.', 'Keep the message constant.'],
  real: 'The log is plain text, and alerts are created from its lines.',
  harmless: 'The encoder writes JSON and escapes control characters.',
  component: { tag: 'observability', risk: 'low' },
  fields: ['userAgent', 'search', 'label', 'orderNote'],
  places: [
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'fastify', 'nestjs', 'nextjs'],
      sinks: [{ flaw: ["«console.log('lookup ' + {field})»"], fix: ["log.info({ {field} }, 'lookup')"] }],
    },
    {
      language: 'python',
      frameworks: ['flask', 'django', 'fastapi', 'aiohttp'],
      sinks: [
        { flaw: ['«logging.info("lookup " + {field})»'], fix: ['log.info("lookup", {field}={field})'] },
      ],
    },
    {
      language: 'java',
      frameworks: ['spring', 'servlet', 'jaxrs'],
      sinks: [
        {
          flaw: ['«log.info("lookup " + {field})»;'],
          fix: ['log.atInfo().addKeyValue("{field}", {field}).log("lookup");'],
        },
      ],
    },
    {
      language: 'go',
      frameworks: ['net-http', 'gin', 'echo'],
      sinks: [
        { flaw: ['«log.Printf("lookup %s", {field})»'], fix: ['slog.Info("lookup", "{field}", {field})'] },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          flaw: ['«_logger.LogInformation("lookup " + {field})»;'],
          fix: ['_logger.LogInformation("lookup {Value}", {field});'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        { flaw: ['«logger.info "lookup #{{field}}"»'], fix: ["logger.info({ event: 'lookup', {field}: })"] },
      ],
    },
  ],
}
