/** One row for each write of a deployment's data, or several for one that changed very much. */
export const statements = [
  `create table change_log (
    deployment_id integer not null references deployment (id),
    number integer not null,
    part integer not null,
    at integer not null,
    actor text not null,
    changes text not null,
    primary key (deployment_id, number, part)
  )`,
]
