/** Deployments, the ids of their rows, the log of their changes, and what belongs to none: tokens, sessions, audit. */
export const deploymentTables = [
  `create table deployment (
    id integer primary key autoincrement,
    slug text not null,
    name text not null,
    demo integer not null,
    change_number integer not null,
    secret_salt text not null,
    created_at integer not null,
    unique (slug)
  )`,
  `create table id_counter (
    deployment_id integer not null,
    table_name text not null,
    last_id integer not null,
    primary key (deployment_id, table_name),
    foreign key (deployment_id) references deployment (id) on delete cascade
  ) without rowid`,
  `create table change_log (
    deployment_id integer not null,
    number integer not null,
    part integer not null,
    at integer not null,
    actor text not null,
    changes text not null,
    primary key (deployment_id, number, part),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  `create table deployment_setting (
    deployment_id integer not null,
    name text not null,
    value_json text not null,
    primary key (deployment_id, name),
    foreign key (deployment_id) references deployment (id) on delete cascade
  ) without rowid`,
  `create table token (
    id integer primary key autoincrement,
    deployment_id integer,
    name text not null,
    person text,
    role text,
    scopes_json text not null,
    web_api_enabled integer not null,
    hash text not null,
    created_at integer not null,
    created_by text,
    expires_at integer,
    last_used_at integer,
    revoked_at integer,
    origin text,
    revoked_by text,
    unique (hash)
  )`,
  `create table session (
    id integer primary key autoincrement,
    hash text not null,
    token_id integer not null,
    person text not null,
    user_agent text,
    created_at integer not null,
    last_seen_at integer not null,
    unique (hash)
  )`,
  `create table audit_event (
    id integer primary key autoincrement,
    deployment_id integer,
    at integer not null,
    actor text not null,
    action text not null,
    target text,
    detail_json text
  )`,
]

export const deploymentIndexes = [
  'create index session_of_token on session (token_id)',
  'create index audit_event_recent on audit_event (deployment_id, at desc, id desc)',
  'create index audit_event_of_actor on audit_event (deployment_id, actor, at)',
]
