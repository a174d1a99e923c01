/** The explanation of a rule, and what a project says where that differs. */
export const statements = [
  'alter table rule add column help text',
  'alter table rule_text add column help text',
]
