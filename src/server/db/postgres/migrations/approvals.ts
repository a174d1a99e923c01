import { managerScopes } from '../../approval-tables.ts'

/** Requests to ignore findings. Instants are milliseconds since 1970. */
export const approvals = [
  `create table approval (
    deployment_id bigint not null,
    id bigint not null,
    type bigint not null,
    state bigint not null,
    reason bigint not null,
    note text collate "C" not null,
    ignored_until bigint,
    requested_at bigint not null,
    requester text collate "C" not null,
    count bigint not null,
    finding_id bigint not null,
    severity bigint not null,
    job_id bigint,
    decided_at bigint,
    decided_by text collate "C",
    decision_note text collate "C",
    primary key (deployment_id, id),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  'create index approval_of_state on approval (deployment_id, state, id)',
  'create index approval_of_job on approval (deployment_id, job_id) where job_id is not null',
  ...['finding', 'triage_change_item'].flatMap((table) => [
    `alter table ${table} add column approval_id bigint`,
    `alter table ${table} add column approval_state bigint`,
    `alter table ${table} add column approval_severity bigint`,
  ]),
  'alter table triage_change add column approval_id bigint',
  'create index finding_of_approval on finding (deployment_id, approval_id) where approval_id is not null',
  `update token set scopes_json = '${managerScopes.after}'
    where role = 'manager' and scopes_json = '${managerScopes.before}'`,
]
