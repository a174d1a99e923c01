/** What identifies findings from scan to scan, and what a scan covered. */
export const statements = [
  // Rows on different refs that are the same flaw have one `flaw_id`: the id of the first of them. Until now equal
  // fingerprints of a project said so, also where two tools had the same.
  `alter table finding add column flaw_id integer not null default 0`,
  `alter table finding add column uncertain integer not null default 0`,
  `create table flaw_of_finding as
    select finding.id, min(finding.id) over (partition by project_id, type, source.tool, match_based_id) as flaw_id
    from finding left join scan_source as source on source.id = finding.source_id`,
  `create index flaw_by_finding on flaw_of_finding (id, flaw_id)`,
  `update finding set flaw_id = (select one.flaw_id from flaw_of_finding as one where one.id = finding.id)`,
  `drop table flaw_of_finding`,
  `create index finding_flaw on finding (flaw_id)`,
  `drop index finding_fingerprint`,

  // Findings from before this table have no row in it; the next scan gives them one.
  `create table finding_evidence (
    finding_id integer primary key,
    scheme text,
    fingerprint text,
    code text,
    context text,
    flow text,
    message text,
    aliases_json text
  )`,
  `create table finding_match (
    id integer primary key autoincrement,
    deployment_id integer not null,
    project_id integer not null,
    finding_id integer not null,
    other_id integer,
    kind text not null,
    basis text not null,
    state text not null,
    scan_id integer not null,
    at integer not null,
    before_json text
  )`,
  `create index finding_match_of_finding on finding_match (finding_id, id)`,
  `create index finding_match_of_scan on finding_match (scan_id, kind)`,
  `create table flaw_exclusion (
    project_id integer not null,
    flaw_id integer not null,
    evidence text not null,
    primary key (project_id, flaw_id, evidence)
  ) without rowid`,
  `create table fingerprint_alias (
    project_id integer not null,
    source_id integer not null,
    fingerprint text not null,
    same_as text not null,
    primary key (project_id, source_id, fingerprint)
  ) without rowid`,

  `alter table scan add column coverage_json text`,
  `alter table scan add column errors_json text`,
  `alter table scan add column hold_json text`,
  `create index finding_event_of_scan on finding_event (scan_id, kind) where scan_id is not null`,
  // The reports of scans that are held, of parts that wait for the others, and of imports that go on as jobs; no secret
  // is in them.
  `create table stored_report (
    id integer primary key autoincrement,
    deployment_id integer not null,
    kind text not null,
    key text,
    facts_json text not null,
    content blob not null,
    created_at integer not null,
    expires_at integer not null
  )`,
  `create index stored_report_by_key on stored_report (deployment_id, kind, key)`,
  `create table retired_source (
    project_id integer not null,
    source_id integer not null,
    deployment_id integer not null,
    at integer not null,
    actor text not null,
    undone_at integer,
    primary key (project_id, source_id, at)
  ) without rowid`,
  `alter table job add column result_json text`,
  // The sources of a project, their newest scans and how many there are, from the index alone.
  `create index scan_of_source on scan (project_id, source_id, started_at desc, id desc, ref_id, kind, status)`,
  `alter table project add column ci_accepts_empty integer not null default 0`,
]
