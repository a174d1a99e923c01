/** How scans are counted by what few values have. */
export const statements = [
  // Groups come out of it in their order, with no sorting. It begins with what no filter finds rows by, so that a page of
  // one kind or status is still read from the newest on; it lacks the ref, which is counted quicker project by project.
  `create index scan_of_kind on scan (deployment_id, enabled_products_json, kind, status, started_at, project_id,
    total_time)`,
]
