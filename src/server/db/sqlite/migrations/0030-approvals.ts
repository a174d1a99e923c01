import { managerScopes } from '../../approval-tables.ts'

/**
 * Requests to ignore findings. Instants are milliseconds since 1970. A role's tokens have the scopes of the role, which
 * for managers now include approving.
 */
export const statements = [
  `create table approval (
    deployment_id integer not null,
    id integer not null,
    type integer not null,
    state integer not null,
    reason integer not null,
    note text not null,
    ignored_until integer,
    requested_at integer not null,
    requester text not null,
    count integer not null,
    finding_id integer not null,
    severity integer not null,
    job_id integer,
    decided_at integer,
    decided_by text,
    decision_note text,
    primary key (deployment_id, id),
    foreign key (deployment_id) references deployment (id) on delete cascade
  ) strict`,
  'create index approval_of_state on approval (deployment_id, state, id)',
  'create index approval_of_job on approval (deployment_id, job_id) where job_id is not null',
  ...['finding', 'triage_change_item'].flatMap((table) => [
    `alter table ${table} add column approval_id integer`,
    `alter table ${table} add column approval_state integer`,
    `alter table ${table} add column approval_severity integer`,
  ]),
  'alter table triage_change add column approval_id integer',
  'create index finding_of_approval on finding (deployment_id, approval_id) where approval_id is not null',
  // See 0020-statistics.ts.
  `insert into sqlite_stat1 (tbl, idx, stat) values ('finding', 'finding_of_approval', '10000 1000 10')`,
  'analyze sqlite_schema',
  `update token set scopes_json = '${managerScopes.after}'
    where role = 'manager' and scopes_json = '${managerScopes.before}'`,
]
