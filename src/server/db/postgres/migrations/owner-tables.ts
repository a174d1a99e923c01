/** Owners of findings: teams, handles of owners, `CODEOWNERS` of projects, and rules. */
export const ownerTables = [
  'alter table finding add column owner text collate "C"',
  'alter table finding add column owner_source bigint',
  'alter table triage_change add column owner text collate "C"',
  'alter table triage_change_item add column owner text collate "C"',
  'alter table triage_change_item add column owner_source bigint',
  'alter table job add column owner text collate "C"',
  `create table team (
    deployment_id bigint not null,
    id bigint not null,
    name text collate "C" not null,
    key text collate "C" not null,
    created_at bigint not null,
    created_by text collate "C" not null,
    primary key (deployment_id, id),
    unique (deployment_id, key),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table team_member (
    deployment_id bigint not null,
    team_id bigint not null,
    person text collate "C" not null,
    primary key (deployment_id, team_id, person),
    foreign key (deployment_id, team_id) references team (deployment_id, id) on delete cascade
  )`,
  `create table owner_handle (
    deployment_id bigint not null,
    handle text collate "C" not null,
    owner text collate "C" not null,
    primary key (deployment_id, handle),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table project_codeowners (
    deployment_id bigint not null,
    project_id bigint not null,
    content text collate "C" not null,
    uploaded bigint not null,
    at bigint not null,
    actor text collate "C" not null,
    primary key (deployment_id, project_id),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  )`,
  `create table owner_rule (
    deployment_id bigint not null,
    kind text collate "C" not null,
    value text collate "C" not null,
    owner text collate "C" not null,
    primary key (deployment_id, kind, value),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
]
