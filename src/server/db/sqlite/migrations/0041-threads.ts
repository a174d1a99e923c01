/**
 * Since when a flaw was open on the primary branch from which a finding on another ref took it over, from which its due date
 * counts; and the match that a triage change confirmed. Offers are found from both findings, and those of a project.
 */
export const statements = [
  'alter table finding add column open_since integer',
  'alter table triage_change add column match_id integer',
  'create index finding_match_of_other on finding_match (deployment_id, other_id) where other_id is not null',
  `create index finding_match_open on finding_match (deployment_id, project_id) where kind = 'candidate' and state = 'open'`,
  // See 0020-statistics.ts.
  `insert into sqlite_stat1 (tbl, idx, stat) values ('finding_match', 'finding_match_of_other', '100000 10000 2'),
    ('finding_match', 'finding_match_open', '10000 1000 20')`,
  'analyze sqlite_schema',
]
