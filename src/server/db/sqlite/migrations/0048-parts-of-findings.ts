/** The part of what its tool scans that a finding belongs to. */
export const statements = ['alter table finding_evidence add column part text']
