/** Which process works at a job, until when it holds it without a sign of life, and how often one began in vain. */
export const statements = [
  `alter table job add column holder text`,
  `alter table job add column lease_until integer`,
  `alter table job add column attempts integer not null default 0`,
  `alter table sbom_export add column holder text`,
  // Nobody reads it.
  `alter table sbom_export drop column started_at`,
]
