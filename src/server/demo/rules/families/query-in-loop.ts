import type { RuleFamily } from '../family.ts'

export const queryInLoop: RuleFamily = {
  key: 'query-in-loop',
  title: 'N+1 query',
  cwe: 770,
  owasp: 'design',
  severity: 'low',
  confidence: 'medium',
  category: 'performance',
  kind: 'audit',
  vulnerabilityClass: 'Denial-of-Service (DoS)',
  flaw: 'A loop runs one database query per row. Response time and load grow with the length of the list.',
  remedy: 'Load all rows with a join or a list of ids.',
  impact: 'A customer with many rows can slow down the service for everyone.',
  steps: ['Collect the ids.', 'Run one query for all of them.', 'Count the queries in a test.'],
  real: 'The list has no upper bound.',
  harmless: 'The list never has more than three rows.',
  component: { tag: 'infrastructure', risk: 'low' },
  places: [
    {
      language: 'python',
      sinks: [
        {
          slug: 'django',
          library: 'Django ORM',
          technology: 'django',
          setup: ['for {entity} in {Entity}.objects.all():'],
          flaw: ['    total += «{entity}.customer.balance»'],
          fix: ['    total += balances[{entity}.customer_id]'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'active-record',
          library: 'Active Record',
          technology: 'rails',
          setup: ['{Entity}.all.each do |{entity}|'],
          flaw: ['  total += «{entity}.customer.balance»'],
          fix: ['  total += balances[{entity}.customer_id]'],
          rest: ['end'],
        },
      ],
    },
    {
      language: 'typescript',
      sinks: [
        {
          slug: 'await-in-loop',
          library: 'await',
          setup: ['for (const {entity} of {entities}) {'],
          flaw: ['  rows.push(«await load{Entity}({entity}.id)»)'],
          fix: ['  rows.push(loaded.get({entity}.id))'],
          rest: ['}'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'repository',
          library: 'Spring Data',
          technology: 'spring',
          setup: ['for (var id : ids)'],
          flaw: ['    found.add(«repository.findById(id)».orElseThrow());'],
          fix: ['    found.add(byId.get(id));'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'defer-in-loop',
          library: 'defer',
          title: 'defer in loop',
          setup: ['for _, name := range names {', '\tfile, err := os.Open(name)'],
          flaw: ['\t«defer file.Close()»'],
          fix: ['\tfile.Close()'],
          rest: ['}'],
        },
      ],
    },
  ],
}
