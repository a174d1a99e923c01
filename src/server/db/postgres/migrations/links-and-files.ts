/**
 * The link with which an invited person creates their own sign-in: its hash, and when it expires. Whether the file of an
 * export is gone.
 */
export const linksAndFiles = [
  'alter table person_role add column invitation_hash text collate "C"',
  'alter table person_role add column invitation_expires_at bigint',
  'create unique index person_role_of_invitation on person_role (invitation_hash) where invitation_hash is not null',
  'alter table sbom_export add column file_missing bigint not null default 0',
]
