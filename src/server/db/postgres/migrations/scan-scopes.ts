/** The files of the newest applied full scan of a source on a ref. */
export const scanScopes = [
  `create table scan_scope (
    deployment_id bigint not null,
    ref_id bigint not null,
    source_id bigint not null,
    files bigint not null,
    hashes text collate "C" not null,
    primary key (deployment_id, ref_id, source_id),
    foreign key (deployment_id, ref_id) references ref (deployment_id, id) on delete cascade
  )`,
]
