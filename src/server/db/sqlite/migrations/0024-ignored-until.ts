/** Until when findings are ignored, milliseconds since 1970; null without an end. */
export const statements = [
  'alter table finding add column ignored_until integer',
  'alter table finding_event add column ignored_until integer',
  'alter table triage_change add column ignored_until integer',
  'alter table triage_change_item add column ignored_until integer',
  'alter table job add column ignored_until integer',
  'create index finding_ignored_until on finding (deployment_id, ignored_until) where ignored_until is not null',
  // See 0020-statistics.ts.
  `insert into sqlite_stat1 (tbl, idx, stat) values ('finding', 'finding_ignored_until', '10000 1000 1')`,
  'analyze sqlite_schema',
]
