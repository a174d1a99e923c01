/** Verdicts of the gate, and what a project sets for it. Instants are milliseconds since 1970. */
export const statements = [
  `alter table project add column gate_json text not null default '{}'`,
  `create table gate_verdict (
    deployment_id integer not null,
    id integer not null,
    project_id integer not null,
    ref_name text not null,
    "commit" text not null,
    comparison text not null,
    pull_request text,
    verdict text not null,
    digest text not null,
    document_json text not null,
    scan_id integer,
    new_rules_json text,
    evaluated_at integer not null,
    actor text not null,
    primary key (deployment_id, id),
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  ) strict`,
  'create index gate_verdict_of_commit on gate_verdict (deployment_id, project_id, "commit", comparison, id desc)',
  'create index scan_of_commit on scan (deployment_id, project_id, "commit") where "commit" is not null',
  'create index gate_verdict_of_project on gate_verdict (deployment_id, project_id, id desc)',
  // See 0020-statistics.ts.
  `insert into sqlite_stat1 (tbl, idx, stat) values ('scan', 'scan_of_commit', '350000 35000 35 1')`,
  'analyze sqlite_schema',
]
