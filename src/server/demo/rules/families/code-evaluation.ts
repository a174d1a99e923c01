import type { RuleFamily } from '../family.ts'

const node = ['express', 'koa', 'fastify', 'nestjs', 'nextjs'] as const
const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const
const java = ['spring', 'servlet', 'jaxrs'] as const

/** Text from the request that is run as program code. */
export const codeEvaluation: RuleFamily = {
  key: 'code-evaluation',
  title: 'Code injection',
  cwe: 95,
  owasp: 'injection',
  severity: 'critical',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Code Injection',
  flaw: 'A request value is evaluated as code. No subset of the language is safe: every reachable object leads to the file system and the network.',
  remedy: 'Define the supported operations and select one by name. Use an expression parser for arithmetic.',
  impact: 'Any caller can run code in the process and read its keys and connections.',
  steps: [
    'List the expressions that callers send.',
    'Map each expression to a function.',
    'Return 400 for anything else and remove the evaluation.',
  ],
  real: 'The expression is taken from the query string and evaluated in the process without a sandbox.',
  harmless: 'The route exists only in the development build, and the evaluated text comes from a fixture.',
  component: { tag: 'infrastructure', risk: 'high' },
  fields: ['formula', 'expression', 'rule', 'template'],
  places: [
    {
      language: 'javascript',
      frameworks: node,
      sinks: [
        {
          slug: 'eval',
          library: 'eval',
          flaw: ['const price = «eval({field})»'],
          fix: ['const price = parseExpression({field}).evaluate({entity})'],
        },
        {
          slug: 'function-constructor',
          library: 'new Function',
          flaw: ["const discount = «new Function('{entity}', `return ${{field}}`)»"],
          fix: ['const discount = discounts.get({field}) ?? noDiscount'],
          rest: ['const total = discount({entity})'],
        },
        {
          slug: 'vm-run',
          library: 'node:vm',
          flaw: ['const result = «vm.runInNewContext({field}, { {entity} })»'],
          fix: ['const result = operations.get({field})?.({entity})'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: python,
      sinks: [
        {
          slug: 'eval',
          library: 'eval',
          flaw: ['amount = «eval({field})»'],
          fix: ['amount = evaluate_expression({field}, allowed=OPERATORS)'],
        },
        {
          slug: 'exec',
          library: 'exec',
          flaw: ['scope = {"{entity}": {entity}}', '«exec({field}, scope)»'],
          fix: ['scope = {"{entity}": {entity}}', 'OPERATIONS[{field}](scope)'],
          setup: ['{entity} = load_{entity}()'],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'spel',
          library: 'SpEL',
          technology: 'spring',
          flaw: ['Object value = «parser.parseExpression({field})».getValue({entity});'],
          fix: [
            'var context = SimpleEvaluationContext.forReadOnlyDataBinding().build();',
            'Object value = parser.parseExpression(EXPRESSIONS.get({field})).getValue(context, {entity});',
          ],
        },
        {
          slug: 'script-engine',
          library: 'ScriptEngine',
          flaw: ['Object value = «engine.eval({field})»;'],
          fix: ['Object value = formulas.require({field}).apply({entity});'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          slug: 'instance-eval',
          library: 'instance_eval',
          flaw: ['value = «{entity}.instance_eval({field})»'],
          fix: ['value = {entity}.public_send(FORMULAS.fetch({field}))'],
        },
        {
          slug: 'send',
          library: 'send',
          severity: 'high',
          flaw: ['value = «{entity}.send({field})»'],
          fix: ['value = {entity}.public_send(ALLOWED.fetch({field}))'],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          slug: 'eval',
          library: 'eval',
          flaw: ["«eval('$value = ' . ${field} . ';')»;"],
          fix: ['$value = $this->formulas->get(${field})->evaluate(${entity});'],
        },
      ],
    },
  ],
}
