/**
 * The projects that policies apply to, and changes of policies other than modes. A policy that is there already applies to
 * all, so that every effective mode stays.
 */
export const statements = [
  'alter table policy add column scope integer not null default 0',
  `alter table policy add column projects_json text not null default '[]'`,
  `alter table policy add column tags_json text not null default '[]'`,
  'alter table policy add column deleted_at integer',
  `alter table policy_change add column kind text not null default 'modes'`,
  'alter table policy_change add column detail_json text',
]
