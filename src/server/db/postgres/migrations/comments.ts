/** Comments on findings. Instants are milliseconds since 1970. */
export const comments = [
  `create table finding_comment (
    deployment_id bigint not null,
    id bigint not null,
    finding_id bigint not null,
    author text collate "C" not null,
    text text collate "C" not null,
    at bigint not null,
    edited_at bigint,
    deleted_at bigint,
    versions bigint not null default 0,
    primary key (deployment_id, id),
    foreign key (deployment_id, finding_id) references finding (deployment_id, id) on delete cascade
  )`,
  'create index finding_comment_of_finding on finding_comment (deployment_id, finding_id, id)',
  `create table finding_comment_version (
    deployment_id bigint not null,
    comment_id bigint not null,
    version bigint not null,
    text text collate "C" not null,
    at bigint not null,
    primary key (deployment_id, comment_id, version),
    foreign key (deployment_id, comment_id) references finding_comment (deployment_id, id) on delete cascade
  )`,
  `create table finding_mention (
    deployment_id bigint not null,
    id bigint not null,
    comment_id bigint not null,
    person text collate "C" not null,
    primary key (deployment_id, id),
    unique (deployment_id, comment_id, person),
    foreign key (deployment_id, comment_id) references finding_comment (deployment_id, id) on delete cascade
  )`,
  'create index finding_mention_of_person on finding_mention (deployment_id, person, id)',
]
