/** Until when findings are ignored, milliseconds since 1970; null without an end. */
export const ignoredUntil = [
  'alter table finding add column ignored_until bigint',
  'alter table finding_event add column ignored_until bigint',
  'alter table triage_change add column ignored_until bigint',
  'alter table triage_change_item add column ignored_until bigint',
  'alter table job add column ignored_until bigint',
  'create index finding_ignored_until on finding (deployment_id, ignored_until) where ignored_until is not null',
]
