/** Verdicts of the gate, and what a project sets for it. */
export const gateTable = [
  `alter table project add column gate_json text collate "C" not null default '{}'`,
  `create table gate_verdict (
    deployment_id bigint not null,
    id bigint not null,
    project_id bigint not null,
    ref_name text collate "C" not null,
    "commit" text collate "C" not null,
    comparison text collate "C" not null,
    pull_request text collate "C",
    verdict text collate "C" not null,
    digest text collate "C" not null,
    document_json text collate "C" not null,
    scan_id bigint,
    new_rules_json text collate "C",
    evaluated_at bigint not null,
    actor text collate "C" not null,
    primary key (deployment_id, id),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  )`,
  'create index gate_verdict_of_commit on gate_verdict (deployment_id, project_id, "commit", comparison, id desc)',
  'create index scan_of_commit on scan (deployment_id, project_id, "commit") where "commit" is not null',
  'create index gate_verdict_of_project on gate_verdict (deployment_id, project_id, id desc)',
]
