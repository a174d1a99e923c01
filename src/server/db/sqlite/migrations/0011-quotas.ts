/** Who keeps a filter and when it was last used, and what daily quotas of a person are counted from. */
export const statements = [
  `alter table kept_filter add column person text not null default ''`,
  `alter table kept_filter add column size integer not null default 0`,
  `alter table kept_filter add column last_used_at integer not null default 0`,
  // Nobody knows when those that are there were last used.
  `update kept_filter set size = length(query), last_used_at = unixepoch() * 1000`,
  `create index kept_filter_of_person on kept_filter (person, last_used_at, size)`,
  `create index kept_filter_unused on kept_filter (last_used_at)`,
  `create index audit_event_of_actor on audit_event (deployment_id, actor, at)`,
  `create index triage_change_of_actor on triage_change (deployment_id, actor, at)`,
  `create index sbom_export_of_person on sbom_export (created_by, created_at, size)`,
]
