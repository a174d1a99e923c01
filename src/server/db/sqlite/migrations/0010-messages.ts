/** Long messages of findings, once each in a project: thousands of findings have the same. */
export const statements = [
  `create table message (
    id integer primary key autoincrement,
    project_id integer not null,
    digest text not null,
    content text not null
  )`,
  `create unique index message_by_digest on message (project_id, digest)`,
  // Findings from before have theirs in their document, until a scan reports them again.
  `alter table finding add column message_id integer`,
]
