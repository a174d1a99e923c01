/** What lists of projects and scans are read from when there are hundreds of thousands of scans. */
export const statements = [
  // The newest scan of a project and its status, and the scans of a project counted and drawn over time, from the index
  // alone. Were the status not in it, SQLite would rather walk all scans of the deployment, for each project.
  `drop index scan_of_project`,
  `create index scan_of_project on scan (deployment_id, project_id, started_at desc, id desc, ref_id, kind, status,
    total_time, enabled_products_json)`,
]
