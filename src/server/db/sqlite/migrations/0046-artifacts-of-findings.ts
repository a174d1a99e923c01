/** The artifact and the distribution in which a vulnerable package was found, as its scan named them. */
export const statements = [
  'alter table finding_evidence add column purl text',
  'alter table finding_evidence add column distribution text',
]
