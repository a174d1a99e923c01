/** Evidence of findings that formatting does not change, and fingerprints under unknown names. */
export const tokensOfCode = [
  'alter table finding_evidence add column tokens text collate "C"',
  'alter table finding_evidence add column other_scheme text collate "C"',
  'alter table finding_evidence add column other_fingerprint text collate "C"',
]
