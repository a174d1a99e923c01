import type { RuleFamily } from '../family.ts'

export const platformPath: RuleFamily = {
  key: 'platform-dependent',
  title: 'Platform-dependent default',
  cwe: 436,
  owasp: 'design',
  severity: 'low',
  confidence: 'low',
  category: 'portability',
  kind: 'audit',
  vulnerabilityClass: 'Other',
  flaw: 'The result depends on the default encoding, time zone or path separator of the platform.',
  remedy: 'Specify the encoding, the time zone and the separator.',
  impact: 'Data written by one host is misread by another.',
  steps: ['Specify the value explicitly.', 'Test with another locale.'],
  real: 'Build machines and containers have different locales.',
  harmless: 'The tool only runs in one container image.',
  component: { tag: 'tests', risk: 'low' },
  places: [
    {
      language: 'java',
      sinks: [
        {
          slug: 'default-charset',
          library: 'String.getBytes',
          flaw: ['byte[] bytes = «{entity}.title().getBytes()»;'],
          fix: ['byte[] bytes = {entity}.title().getBytes(StandardCharsets.UTF_8);'],
        },
        {
          slug: 'default-locale',
          library: 'toLowerCase',
          flaw: ['String key = «{entity}.code().toLowerCase()»;'],
          fix: ['String key = {entity}.code().toLowerCase(Locale.ROOT);'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'open-encoding',
          library: 'open',
          setup: ['def read_{entities}(path):'],
          flaw: ['    with «open(path)» as file:'],
          fix: ['    with open(path, encoding="utf-8") as file:'],
          rest: ['        return json.load(file)'],
        },
        {
          slug: 'naive-datetime',
          library: 'datetime',
          flaw: ['{entity}.closed_at = «datetime.now()»'],
          fix: ['{entity}.closed_at = datetime.now(UTC)'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'path-separator',
          library: 'paths',
          flaw: ['var path = «root + "\\\\" + name»;'],
          fix: ['var path = Path.Combine(root, name);'],
        },
      ],
    },
    {
      language: 'bash',
      paths: ['scripts/release.sh', 'scripts/rotate-{entities}.sh'],
      sinks: [
        {
          slug: 'echo-flags',
          library: 'echo',
          flaw: ['«echo -e "$line"»'],
          fix: ['printf \'%b\\n\' "$line"'],
        },
      ],
    },
  ],
}
