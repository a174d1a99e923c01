import type { RuleFamily } from '../family.ts'

export const wrongComparison: RuleFamily = {
  key: 'wrong-comparison',
  title: 'Incorrect comparison',
  cwe: 704,
  owasp: 'design',
  severity: 'low',
  confidence: 'high',
  category: 'correctness',
  kind: 'audit',
  vulnerabilityClass: 'Other',
  flaw: 'Two values are compared in an unintended way: by identity, with type conversion, or with an assignment.',
  remedy: 'Compare by value with the operator or method for the type.',
  impact: 'A check accepts values that it should reject.',
  steps: ['Replace the comparison.', 'Add the case to the tests.'],
  real: 'The condition determines whether an amount is paid out.',
  harmless: 'Both operands are constants of one enumeration.',
  component: { tag: 'payments', risk: 'neutral' },
  places: [
    {
      language: 'java',
      sinks: [
        {
          slug: 'string-identity',
          library: 'String',
          flaw: ['if («{entity}.currency() == "EUR"») settle({entity});'],
          fix: ['if ("EUR".equals({entity}.currency())) settle({entity});'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'is-literal',
          library: 'is',
          flaw: ['if «{entity}.currency is "EUR"»:'],
          fix: ['if {entity}.currency == "EUR":'],
          rest: ['    settle({entity})'],
        },
        {
          slug: 'mutable-default',
          library: 'default arguments',
          title: 'Mutable default argument',
          flaw: ['def collect({entity}, «found=[]»):'],
          fix: ['def collect({entity}, found=None):'],
          rest: ['    found.append({entity})', '    return found'],
        },
      ],
    },
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'assignment-in-condition',
          library: 'if',
          flaw: ["if («{entity}.status = 'paid'») release({entity})"],
          fix: ["if ({entity}.status === 'paid') release({entity})"],
        },
        {
          slug: 'nan',
          library: 'NaN',
          flaw: ['if («amount === NaN») throw new BadAmount()'],
          fix: ['if (Number.isNaN(amount)) throw new BadAmount()'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'loose',
          library: '==',
          severity: 'medium',
          flaw: ['if («$given == $expected») {'],
          fix: ['if ($given === $expected) {'],
          rest: ['    $this->release(${entity});', '}'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'float-equality',
          library: 'double',
          flaw: ['if («total == 0.1 + 0.2») Settle({entity});'],
          fix: ['if (decimal.Equals(total, 0.3m)) Settle({entity});'],
        },
      ],
    },
  ],
}
