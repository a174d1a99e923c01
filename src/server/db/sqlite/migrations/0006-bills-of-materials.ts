/** What bills of materials say beside names and versions, and what an export keeps for good. */
export const statements = [
  // Hashes as `[{ alg, content }]`, the package URL where a scan gave one, the ids of what a dependency asks for (null
  // where that is not known), and the way to it from what the project asks for itself, as `["name@version", …]`.
  `alter table dependency add column hashes_json text not null default '[]'`,
  `alter table dependency add column purl text`,
  `alter table dependency add column requires_json text`,
  `alter table dependency add column through_json text`,
  // Names and versions are found by columns in memory.
  `drop index dependency_by_name`,
  // How many open findings a package's versions have.
  `create index finding_of_package on finding (deployment_id, package, package_version, type, status, on_primary)
    where removed = 0 and package is not null`,
  // What an export described, so that it can be made again when later scans have replaced it; equal ones once.
  `create table sbom_content (
    digest text primary key,
    content blob not null
  ) without rowid`,
  `alter table sbom_export add column content_digest text`,
  `alter table sbom_export add column completeness_json text`,
  `alter table sbom_export add column scanned_at integer`,
  `alter table sbom_export add column lease_until integer`,
]
