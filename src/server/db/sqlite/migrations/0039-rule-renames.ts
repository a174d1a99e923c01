/** The rules of projects that their tools renamed, as scans showed. */
export const statements = [
  `create table rule_rename (
    deployment_id integer not null,
    id integer not null,
    project_id integer not null,
    from_rule_id integer not null,
    to_rule_id integer not null,
    source_id integer not null,
    at integer not null,
    took_modes integer not null,
    undone_at integer,
    primary key (deployment_id, id),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  ) strict`,
  'create unique index rule_rename_of_project on rule_rename (deployment_id, project_id, from_rule_id, to_rule_id)',
]
