/** Comments on findings. Instants are milliseconds since 1970. */
export const statements = [
  `create table finding_comment (
    deployment_id integer not null,
    id integer not null,
    finding_id integer not null,
    author text not null,
    text text not null,
    at integer not null,
    edited_at integer,
    deleted_at integer,
    versions integer not null default 0,
    primary key (deployment_id, id),
    foreign key (deployment_id, finding_id) references finding (deployment_id, id) on delete cascade
  ) strict`,
  'create index finding_comment_of_finding on finding_comment (deployment_id, finding_id, id)',
  `create table finding_comment_version (
    deployment_id integer not null,
    comment_id integer not null,
    version integer not null,
    text text not null,
    at integer not null,
    primary key (deployment_id, comment_id, version),
    foreign key (deployment_id, comment_id) references finding_comment (deployment_id, id) on delete cascade
  ) strict`,
  `create table finding_mention (
    deployment_id integer not null,
    id integer not null,
    comment_id integer not null,
    person text not null,
    primary key (deployment_id, id),
    unique (deployment_id, comment_id, person),
    foreign key (deployment_id, comment_id) references finding_comment (deployment_id, id) on delete cascade
  ) strict`,
  'create index finding_mention_of_person on finding_mention (deployment_id, person, id)',
]
