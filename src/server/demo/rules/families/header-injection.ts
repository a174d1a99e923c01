import type { RuleFamily } from '../family.ts'

/** Header values with line ends from the request. */
export const headerInjection: RuleFamily = {
  key: 'header-injection',
  title: 'HTTP response header injection',
  cwe: 113,
  owasp: 'injection',
  severity: 'low',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Improper Validation',
  flaw: 'A response header contains a request value. Older servers and proxies accept line breaks in it, which start another header or the body.',
  remedy: 'Remove control characters and encode the value for the header (RFC 6266 for file names).',
  impact: 'A link can set cookies or other headers in the response to the person who follows it.',
  steps: ['Encode the value.', 'Reject `\\r` and `\\n`.', 'Test with `%0d%0a` in the query.'],
  real: 'The reverse proxy unfolds headers, and the value is passed on decoded.',
  harmless: 'The server library throws an error for control characters in header values.',
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
