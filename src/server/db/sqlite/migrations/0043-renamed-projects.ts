/**
 * Former names of projects; folders of a project whose results belong to another; and what was changed of projects, so that
 * it can be undone.
 */
export const statements = [
  `create table project_alias (
    deployment_id integer not null,
    name text not null,
    project_id integer not null,
    primary key (deployment_id, name),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  ) strict`,
  'create index project_alias_of_project on project_alias (deployment_id, project_id)',
  `create table project_split (
    deployment_id integer not null,
    project_id integer not null,
    path_prefix text not null,
    target_id integer not null,
    primary key (deployment_id, project_id, path_prefix),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade,
    foreign key (deployment_id, target_id) references project (deployment_id, id) on delete cascade
  ) strict`,
  'create index project_split_of_target on project_split (deployment_id, target_id)',
  `create table project_change (
    deployment_id integer not null,
    id integer not null,
    kind text not null,
    project_id integer not null,
    other_id integer,
    at integer not null,
    actor text not null,
    detail_json text not null,
    undone_at integer,
    primary key (deployment_id, id),
    foreign key (deployment_id) references deployment (id) on delete cascade
  ) strict`,
  `create table project_change_item (
    deployment_id integer not null,
    change_id integer not null,
    kind text not null,
    row_id integer not null,
    parent_id integer not null,
    flaw_id integer,
    before_json text,
    primary key (deployment_id, change_id, kind, row_id),
    foreign key (deployment_id, change_id) references project_change (deployment_id, id) on delete cascade
  ) strict`,
]
