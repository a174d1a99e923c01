/** What was changed in policies, one row for a change or a batch, and each rule that it gave another mode. */
export const statements = [
  `create table policy_change (
    id integer primary key autoincrement,
    deployment_id integer not null,
    policy_id integer not null,
    at integer not null,
    actor text not null,
    note text,
    count integer not null,
    puts_back integer
  )`,
  `create table policy_change_item (
    change_id integer not null,
    place integer not null,
    rule_id integer not null,
    from_mode integer not null,
    to_mode integer not null,
    primary key (change_id, place)
  ) without rowid`,
  `create index policy_change_recent on policy_change (policy_id, id desc)`,
  `create index policy_change_of_rule on policy_change_item (rule_id, change_id desc)`,
  // Counts completed scans of a product without reading them; status 1 is SCAN_STATUS_COMPLETED.
  `create index scan_completed on scan (deployment_id, started_at, enabled_products_json) where status = 1`,
]
