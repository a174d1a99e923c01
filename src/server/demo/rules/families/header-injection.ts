import type { RuleFamily } from '../family.ts'

/** Header values with line ends from the request. */
export const headerInjection: RuleFamily = {
  key: 'header-injection',
  title: 'Response header from request value',
  cwe: 113,
  owasp: 'injection',
  severity: 'low',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Improper Validation',
  flaw: "A response header takes its value from the request. Older servers and proxies let line ends through, and after a line end follows a header, or a body, of the sender's choice.",
  remedy: 'Strip control characters and encode the value for the header (for file names RFC 6266).',
  impact: 'A link sets cookies or other headers in the answer to whoever follows it.',
  steps: ['Encode the value.', 'Refuse `\\r` and `\\n`.', 'Test with `%0d%0a` in the query.'],
  real: 'The proxy in front unfolds headers, and this value is passed on decoded.',
  harmless: 'The server library refuses control characters in header values with an error.',
  component: { tag: 'infrastructure', risk: 'low' },
  fields: ['fileName', 'locale', 'traceLabel'],
  places: [
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'fastify', 'nestjs', 'nextjs'],
      sinks: [
        {
          flaw: (web) => [`«${web.header('Content-Disposition', '`attachment; filename=${{field}}`')}»`],
          fix: (web) => [web.header('Content-Disposition', 'contentDisposition({field})')],
        },
      ],
    },
    {
      language: 'java',
      frameworks: ['spring', 'servlet', 'jaxrs'],
      sinks: [
        {
          flaw: (web) => [`«${web.header('Content-Disposition', '"attachment; filename=" + {field}')}»`],
          fix: (web) => [
            web.header(
              'Content-Disposition',
              'ContentDisposition.attachment().filename({field}).build().toString()',
            ),
          ],
        },
      ],
    },
    {
      language: 'python',
      frameworks: ['flask', 'django', 'fastapi', 'aiohttp'],
      sinks: [
        {
          setup: ['response = export_{entity}()'],
          flaw: (web) => [`«${web.header('Content-Disposition', '"attachment; filename=" + {field}')}»`],
          fix: (web) => [web.header('Content-Disposition', 'attachment({field})')],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          flaw: (web) => [`«${web.header('X-Trace', '${field}')}»`],
          fix: (web) => [web.header('X-Trace', "preg_replace('/[^a-z0-9-]/i', '', ${field})")],
        },
      ],
    },
    {
      language: 'go',
      frameworks: ['net-http', 'gin', 'echo'],
      sinks: [
        {
          flaw: (web) => [`«${web.header('X-Trace-Label', '{field}')}»`],
          fix: (web) => [web.header('X-Trace-Label', 'url.QueryEscape({field})')],
        },
      ],
    },
  ],
}
