/** The scan that first reported a dependency; null for those from before. */
export const statements = ['alter table dependency add column first_seen_scan_id integer']
