/**
 * What the query planner is told of the rows: how many an index has, and how many have the same first column, the same
 * first two, and so on. They are those of ten deployments with 150,000 findings each, whatever there is: without them the
 * planner takes the deployment alone to be selective, and goes through all of it to have an order. Fixed, so that plans
 * do not change with the data.
 */
const statistics: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  project: { sqlite_autoindex_project_1: '10000 1000 1', sqlite_autoindex_project_2: '10000 1000 1' },
  ref: { sqlite_autoindex_ref_1: '120000 12000 1', sqlite_autoindex_ref_2: '120000 12000 12 1' },
  rule: {
    sqlite_autoindex_rule_1: '30000 3000 1',
    sqlite_autoindex_rule_2: '30000 3000 1',
    rule_of_tool: '30000 3000 3000 1',
  },
  policy_rule: { policy_rule: '50000 5000 1000 1', policy_rule_by_rule: '50000 5000 2' },
  policy_change: {
    sqlite_autoindex_policy_change_1: '20000 2000 1',
    policy_change_recent: '20000 2000 350 1',
  },
  policy_change_item: { policy_change_item: '20000 2000 1 1', policy_change_of_rule: '20000 2000 2 1' },
  scan: {
    sqlite_autoindex_scan_1: '400000 40000 1',
    scan_by_file: '400000 40000 40 4 1',
    scan_completed: '380000 38000 1 1',
    scan_of_kind: '400000 40000 13000 10000 3300 1 1 1',
    scan_of_project: '400000 40000 40 1 1 1 1 1 1 1',
    scan_of_source: '400000 40000 40 40 1 1 1 1 1',
    scan_recent: '400000 40000 1 1 1 1 1 1 1 1',
  },
  message: { sqlite_autoindex_message_1: '200000 20000 1', message_by_digest: '200000 20000 20 1' },
  finding: {
    sqlite_autoindex_finding_1: '1500000 150000 1',
    finding_by_project: '1500000 150000 50000 50 3 1',
    finding_by_rule: '1500000 150000 50000 65 2 1',
    finding_of_source: '1500000 150000 13 13',
    finding_first_seen: '1500000 150000 5',
    finding_fixed_by: '380000 38000 3',
    finding_by_secret: '75000 7500 3',
    finding_flaw: '1500000 150000 2',
  },
  finding_detail: { sqlite_autoindex_finding_detail_1: '1500000 150000 1' },
  finding_evidence: { sqlite_autoindex_finding_evidence_1: '1500000 150000 1' },
  finding_event: {
    sqlite_autoindex_finding_event_1: '1300000 130000 1',
    finding_event_of_finding: '1300000 130000 2 1',
    finding_event_of_scan: '650000 65000 3 2',
  },
  finding_match: {
    sqlite_autoindex_finding_match_1: '100000 10000 1',
    finding_match_of_finding: '100000 10000 2 1',
    finding_match_of_scan: '100000 10000 5 3',
  },
  triage_change: {
    sqlite_autoindex_triage_change_1: '260000 26000 1',
    triage_change_of_actor: '260000 26000 1000 1',
    triage_change_of_job: '130000 13000 100 1',
    triage_change_of_person: '260000 26000 1000 1',
    triage_change_recent: '260000 26000 1',
    triage_change_single: '260000 26000 1',
  },
  triage_change_item: { triage_change_item: '460000 46000 2 1' },
  job_item: { job_item: '100000 10000 1000 1' },
  lockfile: {
    sqlite_autoindex_lockfile_1: '90000 9000 1',
    sqlite_autoindex_lockfile_2: '90000 9000 8 1',
  },
  dependency: {
    sqlite_autoindex_dependency_1: '10000000 1000000 1',
    dependency_list: '10000000 1000000 500000 1',
    dependency_of_lockfile: '10000000 1000000 120',
    dependency_of_project: '10000000 1000000 1000 120',
  },
}

const rows = Object.entries(statistics).flatMap(([table, indexes]) =>
  Object.entries(indexes).map(([index, values]) => `('${table}', '${index}', '${values}')`),
)

export const statements = [
  // Makes the table of statistics, which has no other way to come into being.
  'analyze deployment',
  'delete from sqlite_stat1',
  `insert into sqlite_stat1 (tbl, idx, stat) values ${rows.join(', ')}`,
  // The connection that is open takes them over.
  'analyze sqlite_schema',
]
