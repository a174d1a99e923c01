import type { RuleFamily } from '../family.ts'

const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const
const java = ['spring', 'servlet', 'jaxrs'] as const

/** Code that is loaded by a name from the request. */
export const dynamicLoading: RuleFamily = {
  key: 'dynamic-loading',
  title: 'Unsafe dynamic class or module loading',
  cwe: 470,
  owasp: 'injection',
  severity: 'medium',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Code Injection',
  flaw: 'The name of a module or class to load comes from a request. Loading it already runs code, before its interface is checked.',
  remedy: 'Import the modules at startup, and select one by name from a table.',
  impact: 'An attacker can run the code of any module that the service can reach.',
  steps: [
    'Import the handlers at the top of the file.',
    'Look them up in a `Map` by name.',
    'Return 404 for unknown names.',
  ],
  real: '`{field}` is not restricted, and a relative path can point to the upload folder.',
  harmless:
    'The prefix and suffix restrict the name to the folder of report renderers, and the router rejects slashes.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  fields: ['driver', 'renderer', 'plugin', 'handlerName'],
  places: [
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'fastify', 'nestjs'],
      sinks: [
        {
          slug: 'require',
          library: 'require',
          flaw: ['const render = «require(`./renderers/${{field}}`)»'],
          fix: ['const render = renderers.get({field}) ?? notFound()'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: python,
      sinks: [
        {
          slug: 'importlib',
          library: 'importlib',
          flaw: ['module = «importlib.import_module("acme.renderers." + {field})»'],
          fix: ['module = RENDERERS[{field}]'],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'class-for-name',
          library: 'Class.forName',
          flaw: ['var renderer = «Class.forName({field})».getDeclaredConstructor().newInstance();'],
          fix: ['var renderer = RENDERERS.get({field}).get();'],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          slug: 'variable-class',
          library: 'new $class',
          flaw: ['$renderer = «new ${field}()»;'],
          fix: ['$renderer = $this->renderers->get(${field});'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails'],
      sinks: [
        {
          slug: 'constantize',
          library: 'constantize',
          flaw: ['renderer = «{field}.constantize.new»'],
          fix: ['renderer = RENDERERS.fetch({field}).new'],
        },
      ],
    },
  ],
}
