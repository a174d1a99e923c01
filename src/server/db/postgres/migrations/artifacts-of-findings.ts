/** The artifact and the distribution in which a vulnerable package was found, as its scan named them. */
export const artifactsOfFindings = [
  'alter table finding_evidence add column purl text collate "C"',
  'alter table finding_evidence add column distribution text collate "C"',
]
