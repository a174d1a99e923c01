/**
 * What the scans of a project say about a rule where it differs from the deployment's text, which `rule` has: null in a
 * column that does not differ. `ref_id` is 0 for what the project says, else the ref whose scan says it before the
 * primary branch does. The texts that are stored are those of the deployment.
 */
export const statements = [
  `create table rule_text (
    deployment_id integer not null,
    rule_id integer not null,
    project_id integer not null,
    source_id integer not null,
    ref_id integer not null,
    title text,
    message text,
    category text,
    severity integer,
    confidence integer,
    source text,
    url text,
    secret_type text,
    has_validators integer,
    cwe_json text,
    owasp_json text,
    subcategories_json text,
    vulnerability_classes_json text,
    languages_json text,
    technologies_json text,
    rulesets_json text,
    primary key (deployment_id, rule_id, project_id, source_id, ref_id),
    foreign key (deployment_id, rule_id) references rule (deployment_id, id) on delete cascade,
    foreign key (deployment_id, project_id) references project (deployment_id, id) on delete cascade
  ) strict, without rowid`,
  'create index rule_text_of_project on rule_text (deployment_id, project_id, source_id)',
  'alter table rule add column provisional integer not null default 0',
  'alter table rule add column fixed_json text',
]
