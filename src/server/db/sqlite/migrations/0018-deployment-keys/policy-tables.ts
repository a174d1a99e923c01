/** Rules, the policies that hold them, and their changes. */
export const policyTables = [
  `create table category_set (
    deployment_id integer not null,
    id integer not null,
    categories_json text not null,
    primary key (deployment_id, id),
    unique (deployment_id, categories_json),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table rule (
    deployment_id integer not null,
    id integer not null,
    path text not null,
    title text,
    message text,
    category text,
    severity integer,
    confidence integer,
    source text,
    url text,
    registry_maintainer text,
    secret_type text,
    has_validators integer not null,
    cwe_json text not null,
    owasp_json text not null,
    subcategories_json text not null,
    vulnerability_classes_json text not null,
    languages_json text not null,
    technologies_json text not null,
    rulesets_json text not null,
    created_at integer not null,
    tool text,
    tool_rule text,
    primary key (deployment_id, id),
    unique (deployment_id, path),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table policy (
    deployment_id integer not null,
    id integer not null,
    name text not null,
    slug text not null,
    product_type integer not null,
    is_default integer not null,
    primary key (deployment_id, id),
    unique (deployment_id, slug),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table policy_rule (
    deployment_id integer not null,
    policy_id integer not null,
    rule_id integer not null,
    mode integer not null,
    last_change_at integer,
    last_change_by text,
    version integer not null,
    primary key (deployment_id, policy_id, rule_id),
    foreign key (deployment_id, policy_id) references policy (deployment_id, id) on delete cascade,
    foreign key (deployment_id, rule_id) references rule (deployment_id, id) on delete cascade
  ) without rowid`,
  `create table policy_change (
    deployment_id integer not null,
    id integer not null,
    policy_id integer not null,
    at integer not null,
    actor text not null,
    note text,
    count integer not null,
    puts_back integer,
    primary key (deployment_id, id),
    foreign key (deployment_id, policy_id) references policy (deployment_id, id) on delete cascade
  )`,
  `create table policy_change_item (
    deployment_id integer not null,
    change_id integer not null,
    place integer not null,
    rule_id integer not null,
    from_mode integer not null,
    to_mode integer not null,
    primary key (deployment_id, change_id, place),
    foreign key (deployment_id, change_id) references policy_change (deployment_id, id) on delete cascade
  ) without rowid`,
]

export const policyIndexes = [
  'create unique index rule_of_tool on rule (deployment_id, tool, tool_rule)',
  'create index policy_rule_by_rule on policy_rule (deployment_id, rule_id)',
  'create index policy_change_recent on policy_change (deployment_id, policy_id, id desc)',
  'create index policy_change_of_rule on policy_change_item (deployment_id, rule_id, change_id desc)',
]
