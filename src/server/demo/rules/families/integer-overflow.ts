import type { RuleFamily } from '../family.ts'

export const integerOverflow: RuleFamily = {
  key: 'size-overflow',
  title: 'Integer overflow in allocation size',
  cwe: 190,
  owasp: 'design',
  severity: 'medium',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Memory Issues',
  flaw: 'An allocation size is computed from input values. If the product overflows, a **block that is too small** is allocated.',
  remedy: 'Use a function that checks for overflow, such as `calloc`, `reallocarray` or checked arithmetic.',
  impact: 'The following loop writes past the end of the block.',
  steps: ['Check the multiplication.', 'Reject counts above a limit.'],
  real: 'Both factors are read from the file header.',
  harmless: 'The count is one byte, so the product cannot overflow.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  places: [
    {
      language: 'c',
      sinks: [
        {
          slug: 'malloc',
          library: 'malloc',
          setup: ['uint32_t count = read_u32(header);'],
          flaw: ['struct {entity} *rows = «malloc(count * sizeof *rows)»;'],
          fix: ['struct {entity} *rows = calloc(count, sizeof *rows);'],
          rest: ['if (!rows) return -1;'],
        },
      ],
    },
    {
      language: 'cpp',
      sinks: [
        {
          slug: 'new-array',
          library: 'new[]',
          flaw: ['auto* rows = «new Row[width * height]»;'],
          fix: ['std::vector<Row> rows(checked_product(width, height));'],
        },
      ],
    },
    {
      language: 'rust',
      sinks: [
        {
          slug: 'as-cast',
          library: 'as',
          severity: 'low',
          flaw: ['let count = «header.length as u16»;'],
          fix: ['let count = u16::try_from(header.length)?;'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'atoi-int32',
          library: 'strconv',
          severity: 'low',
          setup: ['quantity, err := strconv.Atoi(text)'],
          flaw: ['line.Quantity = «int32(quantity)»'],
          fix: ['line.Quantity, err = toInt32(quantity)'],
        },
      ],
    },
  ],
}
