import type { RuleFamily } from '../family.ts'

export const leftovers: RuleFamily = {
  key: 'left-over',
  title: 'Debugging code left in place',
  cwe: 489,
  owasp: 'misconfiguration',
  severity: 'low',
  confidence: 'high',
  category: 'maintainability',
  kind: 'audit',
  vulnerabilityClass: 'Active Debug Code',
  flaw: 'A breakpoint, a test switch or a suppression was left in the code. It behaves **differently in production** than in development.',
  remedy: 'Remove it, or document it with a name, a reason and a date.',
  impact: 'The process stops at it, or a check stays disabled.',
  steps: ['Remove the line.', 'Add the pattern to the commit hook.'],
  real: 'The line is executed for every request.',
  harmless: "The line is in a developer's script.",
  component: { tag: 'sample code', risk: 'low' },
  places: [
    {
      language: 'python',
      sinks: [
        {
          slug: 'breakpoint',
          library: 'pdb',
          setup: ['def settle({entity}):'],
          flaw: ['    «breakpoint()»'],
          fix: ['    log.debug("settle", id={entity}.id)'],
          rest: ['    return ledger.book({entity})'],
        },
        {
          slug: 'assert-check',
          library: 'assert',
          title: 'assert used for validation',
          severity: 'medium',
          flaw: ['«assert user.may_settle({entity})»'],
          fix: ['if not user.may_settle({entity}):', '    raise Forbidden()'],
        },
      ],
    },
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'debugger',
          library: 'debugger',
          setup: ['export function settle({entity}) {'],
          flaw: ['  «debugger»'],
          fix: ["  log.debug({ id: {entity}.id }, 'settle')"],
          rest: ['  return ledger.book({entity})', '}'],
        },
        {
          slug: 'test-only',
          library: 'Mocha',
          title: 'Focused test (.only) committed',
          flaw: ["«describe.only('{entities}', () => {»"],
          fix: ["describe('{entities}', () => {"],
          rest: ["  it('settles', settles)", '})'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        { slug: 'binding-pry', library: 'pry', flaw: ['«binding.pry»'], fix: ['logger.debug({entity}.id)'] },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'var-dump',
          library: 'var_dump',
          flaw: ['«var_dump(${entity})»;'],
          fix: ["$this->log->debug('settle', ['id' => ${entity}->id]);"],
        },
        {
          slug: 'phpinfo',
          library: 'phpinfo',
          severity: 'medium',
          flaw: ['«phpinfo()»;'],
          fix: ['http_response_code(404);'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'system-exit',
          library: 'System.exit',
          flaw: ['«System.exit(1)»;'],
          fix: ['throw new IllegalStateException("{entity} not booked");'],
        },
        {
          slug: 'suppress-warnings',
          library: '@SuppressWarnings',
          flaw: ['«@SuppressWarnings("all")»'],
          fix: ['@SuppressWarnings("unchecked")'],
          rest: ['class {Entity}Importer {'],
        },
      ],
    },
    {
      language: 'swift',
      sinks: [
        {
          slug: 'force-unwrap',
          library: 'try!',
          flaw: ['let {entity} = «try! decoder.decode({Entity}.self, from: data)»'],
          fix: ['let {entity} = try decoder.decode({Entity}.self, from: data)'],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'not-null-assertion',
          library: '!!',
          flaw: ['val owner = «{entity}.owner!!»'],
          fix: ['val owner = {entity}.owner ?: return'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'debugger-break',
          library: 'Debugger',
          flaw: ['«Debugger.Break()»;'],
          fix: ['_logger.LogDebug("settle {Id}", {entity}.Id);'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'fmt-println',
          library: 'fmt',
          flaw: ['«fmt.Println("HERE", {entity})»'],
          fix: ['slog.Debug("settle", "id", {entity}.ID)'],
        },
      ],
    },
  ],
}
