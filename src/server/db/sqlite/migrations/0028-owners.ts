/** Owners of findings: teams, handles of owners, `CODEOWNERS` of projects, and rules. Instants are milliseconds since 1970. */
export const statements = [
  'alter table finding add column owner text',
  'alter table finding add column owner_source integer',
  'alter table triage_change add column owner text',
  'alter table triage_change_item add column owner text',
  'alter table triage_change_item add column owner_source integer',
  'alter table job add column owner text',
  `create table team (
    deployment_id integer not null,
    id integer not null,
    name text not null,
    key text not null,
    created_at integer not null,
    created_by text not null,
    primary key (deployment_id, id),
    unique (deployment_id, key),
    foreign key (deployment_id) references deployment (id) on delete cascade
  ) strict`,
  `create table team_member (
    deployment_id integer not null,
    team_id integer not null,
    person text not null,
    primary key (deployment_id, team_id, person),
    foreign key (deployment_id, team_id) references team (deployment_id, id) on delete cascade
  ) strict`,
  `create table owner_handle (
    deployment_id integer not null,
    handle text not null,
    owner text not null,
    primary key (deployment_id, handle),
    foreign key (deployment_id) references deployment (id) on delete cascade
  ) strict`,
  `create table project_codeowners (
    deployment_id integer not null,
    project_id integer not null,
    content text not null,
    uploaded integer not null,
    at integer not null,
    actor text not null,
    primary key (deployment_id, project_id),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  ) strict`,
  `create table owner_rule (
    deployment_id integer not null,
    kind text not null,
    value text not null,
    owner text not null,
    primary key (deployment_id, kind, value),
    foreign key (deployment_id) references deployment (id) on delete cascade
  ) strict`,
]
