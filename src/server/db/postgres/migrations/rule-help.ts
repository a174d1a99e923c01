/** The explanation of a rule, and what a project says where that differs. */
export const ruleHelp = [
  'alter table rule add column help text collate "C"',
  'alter table rule_text add column help text collate "C"',
]
