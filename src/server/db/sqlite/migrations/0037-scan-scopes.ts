/** The files of the newest applied full scan of a source on a ref. */
export const statements = [
  `create table scan_scope (
    deployment_id integer not null,
    ref_id integer not null,
    source_id integer not null,
    files integer not null,
    hashes text not null,
    primary key (deployment_id, ref_id, source_id),
    foreign key (deployment_id, ref_id) references ref (deployment_id, id) on delete cascade
  ) strict`,
]
