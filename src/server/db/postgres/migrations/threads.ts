/**
 * Since when a flaw was open on the primary branch from which a finding on another ref took it over, from which its due date
 * counts; and the match that a triage change confirmed. Offers are found from both findings, and those of a project.
 */
export const threads = [
  'alter table finding add column open_since bigint',
  'alter table triage_change add column match_id bigint',
  'create index finding_match_of_other on finding_match (deployment_id, other_id) where other_id is not null',
  `create index finding_match_open on finding_match (deployment_id, project_id) where kind = 'candidate' and state = 'open'`,
]
