/** People who sign in by single sign-on. Instants are milliseconds since 1970. */
export const statements = [
  `create table person (
    id integer primary key autoincrement,
    issuer text,
    subject text,
    email text,
    name text not null,
    disabled_at integer,
    disabled_by text,
    created_at integer not null,
    created_by text,
    last_seen_at integer,
    unique (issuer, subject)
  ) strict`,
  'create index person_of_email on person (email)',
  `create table person_name (
    key text primary key,
    name text not null,
    person_id integer not null references person (id) on delete cascade,
    since integer not null
  ) strict`,
  'create index person_name_of_person on person_name (person_id)',
  `create table person_role (
    id integer primary key autoincrement,
    person_id integer not null references person (id) on delete cascade,
    deployment_id integer,
    role text not null,
    group_name text,
    created_at integer not null,
    created_by text
  ) strict`,
  'create index person_role_of_person on person_role (person_id)',
  'create index person_role_of_deployment on person_role (deployment_id)',
  'alter table token add column person_id integer',
  'create index token_of_person on token (person_id) where person_id is not null',
  // A session of single sign-on has no token, and a column that must have a value can only be changed by a new table.
  `create table session_with_person (
    id integer primary key autoincrement,
    hash text not null,
    token_id integer,
    person text not null,
    user_agent text,
    created_at integer not null,
    last_seen_at integer not null,
    person_id integer,
    id_token text,
    unique (hash)
  )`,
  `insert into session_with_person (id, hash, token_id, person, user_agent, created_at, last_seen_at)
    select id, hash, token_id, person, user_agent, created_at, last_seen_at from session`,
  // Ids of ended sessions must not be used again.
  `delete from sqlite_sequence where name = 'session_with_person'`,
  `insert into sqlite_sequence (name, seq)
    select 'session_with_person', seq from sqlite_sequence where name = 'session'`,
  'drop table session',
  'alter table session_with_person rename to session',
  'create index session_of_token on session (token_id)',
  'create index session_of_person on session (person_id) where person_id is not null',
]
