/** Evidence of findings that formatting does not change, and fingerprints under unknown names. */
export const statements = [
  'alter table finding_evidence add column tokens text',
  'alter table finding_evidence add column other_scheme text',
  'alter table finding_evidence add column other_fingerprint text',
]
