/** The CPE names of a dependency, which exports give back. */
export const statements = ['alter table dependency add column cpes_json text']
