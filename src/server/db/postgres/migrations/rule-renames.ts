/** The rules of projects that their tools renamed, as scans showed. */
export const ruleRenames = [
  `create table rule_rename (
    deployment_id bigint not null,
    id bigint not null,
    project_id bigint not null,
    from_rule_id bigint not null,
    to_rule_id bigint not null,
    source_id bigint not null,
    at bigint not null,
    took_modes bigint not null,
    undone_at bigint,
    primary key (deployment_id, id),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  )`,
  'create unique index rule_rename_of_project on rule_rename (deployment_id, project_id, from_rule_id, to_rule_id)',
]
