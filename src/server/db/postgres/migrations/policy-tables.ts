/** Rules, the policies that hold them, and their changes. */
export const policyTables = [
  `create table category_set (
    deployment_id bigint not null,
    id bigint not null,
    categories_json text collate "C" not null,
    primary key (deployment_id, id),
    unique (deployment_id, categories_json),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table rule (
    deployment_id bigint not null,
    id bigint not null,
    path text collate "C" not null,
    title text collate "C",
    message text collate "C",
    category text collate "C",
    severity bigint,
    confidence bigint,
    source text collate "C",
    url text collate "C",
    registry_maintainer text collate "C",
    secret_type text collate "C",
    has_validators bigint not null,
    cwe_json text collate "C" not null,
    owasp_json text collate "C" not null,
    subcategories_json text collate "C" not null,
    vulnerability_classes_json text collate "C" not null,
    languages_json text collate "C" not null,
    technologies_json text collate "C" not null,
    rulesets_json text collate "C" not null,
    created_at bigint not null,
    tool text collate "C",
    tool_rule text collate "C",
    primary key (deployment_id, id),
    unique (deployment_id, path),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table policy (
    deployment_id bigint not null,
    id bigint not null,
    name text collate "C" not null,
    slug text collate "C" not null,
    product_type bigint not null,
    is_default bigint not null,
    primary key (deployment_id, id),
    unique (deployment_id, slug),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table policy_rule (
    deployment_id bigint not null,
    policy_id bigint not null,
    rule_id bigint not null,
    mode bigint not null,
    last_change_at bigint,
    last_change_by text collate "C",
    version bigint not null,
    primary key (deployment_id, policy_id, rule_id),
    foreign key (deployment_id, policy_id) references policy (deployment_id, id) on delete cascade,
    foreign key (deployment_id, rule_id) references rule (deployment_id, id) on delete cascade
  )`,
  `create table policy_change (
    deployment_id bigint not null,
    id bigint not null,
    policy_id bigint not null,
    at bigint not null,
    actor text collate "C" not null,
    note text collate "C",
    count bigint not null,
    puts_back bigint,
    primary key (deployment_id, id),
    foreign key (deployment_id, policy_id) references policy (deployment_id, id) on delete cascade
  )`,
  `create table policy_change_item (
    deployment_id bigint not null,
    change_id bigint not null,
    place bigint not null,
    rule_id bigint not null,
    from_mode bigint not null,
    to_mode bigint not null,
    primary key (deployment_id, change_id, place),
    foreign key (deployment_id, change_id) references policy_change (deployment_id, id) on delete cascade
  )`,
]

export const policyIndexes = [
  'create unique index rule_of_tool on rule (deployment_id, tool, tool_rule)',
  'create index policy_rule_by_rule on policy_rule (deployment_id, rule_id)',
  'create index policy_change_recent on policy_change (deployment_id, policy_id, id desc)',
  'create index policy_change_of_rule on policy_change_item (deployment_id, rule_id, change_id desc)',
]
