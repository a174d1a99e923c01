/**
 * The projects that policies apply to, and changes of policies other than modes. A policy that is there already applies to
 * all, so that every effective mode stays.
 */
export const projectsOfPolicies = [
  'alter table policy add column scope bigint not null default 0',
  `alter table policy add column projects_json text collate "C" not null default '[]'`,
  `alter table policy add column tags_json text collate "C" not null default '[]'`,
  'alter table policy add column deleted_at bigint',
  `alter table policy_change add column kind text collate "C" not null default 'modes'`,
  'alter table policy_change add column detail_json text collate "C"',
]
