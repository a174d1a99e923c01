/**
 * Whether a ref was the primary branch once, where of earlier changes the audit log says which; and when a branch was
 * deleted, with the newest scan at that time.
 */
export const statements = [
  'alter table ref add column was_primary integer not null default 0',
  'alter table ref add column deleted_at integer',
  'alter table ref add column deleted_scan_id integer',
  `update ref set was_primary = 1 where is_primary = 0 and (deployment_id, project_id, name) in (
    select project.deployment_id, project.id, audit_event.detail_json ->> '$.from.primary_branch'
    from audit_event join project
      on project.deployment_id = audit_event.deployment_id and project.name = audit_event.target
    where audit_event.action = 'project.changed')`,
]
