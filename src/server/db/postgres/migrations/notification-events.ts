/** What happened that no new row of another table tells of, and webhooks that are the e-mails of a person. */
export const notificationEvents = [
  `create table notification_event (
    deployment_id bigint not null,
    id bigint not null,
    kind text collate "C" not null,
    subject bigint,
    handle text collate "C",
    actor text collate "C" not null,
    at bigint not null,
    primary key (deployment_id, id),
    foreign key (deployment_id) references deployment (id) on delete cascade
  )`,
  'alter table webhook add column person_id bigint',
  'alter table webhook add column timing text collate "C"',
  'create unique index webhook_of_person on webhook (deployment_id, person_id) where person_id is not null',
]
