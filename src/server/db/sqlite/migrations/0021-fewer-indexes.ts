// Findings are counted in column stores, and only read by their ids here. What is left: the first page of a list while
// its columns are loaded for the first time, and whether a rule has any finding.
export const statements = [
  'drop index finding_by_project',
  'drop index finding_by_rule',
  'drop index finding_first_seen',
  'drop index finding_fixed_by',
  'create index finding_by_rule on finding (deployment_id, rule_id) where removed = 0',
  'create index finding_recent on finding (deployment_id, type, relevant_since desc, id desc) where removed = 0',
  // See 0020-statistics.ts.
  `delete from sqlite_stat1 where tbl = 'finding'
    and idx in ('finding_by_project', 'finding_by_rule', 'finding_first_seen', 'finding_fixed_by')`,
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('finding', 'finding_by_rule', '1500000 150000 65'),
    ('finding', 'finding_recent', '1500000 150000 50000 10 1')`,
  'analyze sqlite_schema',
]
