/**
 * Former names of projects; folders of a project whose results belong to another; and what was changed of projects, so that
 * it can be undone.
 */
export const renamedProjects = [
  `create table project_alias (
    deployment_id bigint not null,
    name text collate "C" not null,
    project_id bigint not null,
    primary key (deployment_id, name),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  )`,
  'create index project_alias_of_project on project_alias (deployment_id, project_id)',
  `create table project_split (
    deployment_id bigint not null,
    project_id bigint not null,
    path_prefix text collate "C" not null,
    target_id bigint not null,
    primary key (deployment_id, project_id, path_prefix),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade,
    foreign key (deployment_id, target_id) references project (deployment_id, id) on delete cascade
  )`,
  'create index project_split_of_target on project_split (deployment_id, target_id)',
  `create table project_change (
    deployment_id bigint not null,
    id bigint not null,
    kind text collate "C" not null,
    project_id bigint not null,
    other_id bigint,
    at bigint not null,
    actor text collate "C" not null,
    detail_json text collate "C" not null,
    undone_at bigint,
    primary key (deployment_id, id),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table project_change_item (
    deployment_id bigint not null,
    change_id bigint not null,
    kind text collate "C" not null,
    row_id bigint not null,
    parent_id bigint not null,
    flaw_id bigint,
    before_json text collate "C",
    primary key (deployment_id, change_id, kind, row_id),
    foreign key (deployment_id, change_id) references project_change (deployment_id, id) on delete cascade
  )`,
]
