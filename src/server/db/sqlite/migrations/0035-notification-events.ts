/**
 * What happened that no new row of another table tells of, until it was read for notifications. Webhooks that are the
 * e-mails of a person: whose, and when they are sent.
 */
export const statements = [
  `create table notification_event (
    deployment_id integer not null,
    id integer not null,
    kind text not null,
    subject integer,
    handle text,
    actor text not null,
    at integer not null,
    primary key (deployment_id, id),
    foreign key (deployment_id) references deployment (id) on delete cascade
  ) strict`,
  'alter table webhook add column person_id integer',
  'alter table webhook add column timing text',
  'create unique index webhook_of_person on webhook (deployment_id, person_id) where person_id is not null',
]
