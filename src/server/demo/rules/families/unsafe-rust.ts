import type { RuleFamily } from '../family.ts'

export const unsafeRust: RuleFamily = {
  key: 'unchecked-unsafe',
  title: 'Unsound unsafe block',
  cwe: 119,
  owasp: 'design',
  severity: 'medium',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Memory Issues',
  flaw: 'An `unsafe` block relies on a condition that the code around it **does not check**.',
  remedy: 'Use the checked function, or add a `SAFETY` comment and an assertion.',
  impact: 'Safe code elsewhere can read or write memory out of bounds.',
  steps: ['Measure the checked variant.', 'Assert the condition.', 'Run the tests under Miri.'],
  real: 'The index comes from the message and is not checked against the length.',
  harmless: 'The assertion one line above checks the index.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  places: [
    {
      language: 'rust',
      sinks: [
        {
          slug: 'get-unchecked',
          library: 'slices',
          setup: ['pub fn {entity}_at(rows: &[{Entity}], index: usize) -> &{Entity} {'],
          flaw: ['    unsafe { «rows.get_unchecked(index)» }'],
          fix: ['    &rows[index]'],
          rest: ['}'],
        },
        {
          slug: 'transmute',
          library: 'transmute',
          severity: 'high',
          flaw: ['let header: Header = unsafe { «mem::transmute(bytes)» };'],
          fix: ['let header = Header::read_from_bytes(&bytes)?;'],
        },
        {
          slug: 'from-utf8-unchecked',
          library: 'str',
          flaw: ['let name = unsafe { «str::from_utf8_unchecked(bytes)» };'],
          fix: ['let name = str::from_utf8(bytes)?;'],
        },
        {
          slug: 'unwrap-in-handler',
          library: 'unwrap',
          severity: 'low',
          title: 'Panic on request input',
          flaw: ['let {entity}: {Entity} = «serde_json::from_slice(&body).unwrap()»;'],
          fix: ['let {entity}: {Entity} = serde_json::from_slice(&body)?;'],
        },
      ],
    },
  ],
}
