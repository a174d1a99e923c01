/** Jobs, saved views, kept filters, settings, and what groups of findings are made from. */
export const statements = [
  `create table job (
    id integer primary key autoincrement,
    deployment_id integer not null,
    kind text not null,
    state text not null,
    actor text not null,
    at integer not null,
    started_at integer,
    finished_at integer,
    undone_at integer,
    undoes integer,
    after_change integer not null,
    type integer not null,
    to_state integer,
    reason integer,
    note text,
    total integer not null,
    done integer not null,
    skipped_json text not null,
    error text
  )`,
  `create table job_item (
    job_id integer not null,
    place integer not null,
    finding_id integer not null,
    primary key (job_id, place)
  ) without rowid`,
  `alter table triage_change add column job_id integer`,
  `alter table triage_change add column type integer`,
  `create table view (
    id integer primary key autoincrement,
    deployment_id integer not null,
    name text not null,
    shared integer not null,
    owner text not null,
    page text not null,
    query text not null,
    columns_json text,
    sort text,
    grouping text,
    page_size integer,
    created_at integer not null
  )`,
  `create table default_view (
    deployment_id integer not null,
    person text not null,
    page text not null,
    view_id text not null,
    primary key (deployment_id, person, page)
  ) without rowid`,
  `create table kept_filter (
    id text not null,
    deployment_id integer not null,
    query text not null,
    created_at integer not null,
    primary key (deployment_id, id)
  ) without rowid`,
  `create table deployment_setting (
    deployment_id integer not null,
    name text not null,
    value_json text not null,
    primary key (deployment_id, name)
  ) without rowid`,
  // Read from the document where it is asked for, so that no writer can forget it.
  `alter table finding add column upgrade text generated always as (
    json_extract(document_json, '$.fix_recommendations[0].package') || '@' ||
    json_extract(document_json, '$.fix_recommendations[0].version')) virtual`,
  `create index triage_change_of_person on triage_change (deployment_id, actor, id) where job_id is null`,
  `create index triage_change_single on triage_change (deployment_id, id) where job_id is null`,
  `create index triage_change_of_job on triage_change (job_id, id) where job_id is not null`,
  `create index job_unfinished on job (deployment_id, id) where finished_at is null`,
  `create index job_recent on job (deployment_id, at desc)`,
  `create index view_of_page on view (deployment_id, page)`,
  // Scans are counted and drawn over time from the index alone.
  `drop index scan_recent`,
  `create index scan_recent on scan (deployment_id, started_at desc, id desc, project_id, ref_id, kind, status,
    total_time, enabled_products_json)`,
  `create index finding_by_secret on finding (deployment_id, secret_hash) where secret_hash is not null`,
]
