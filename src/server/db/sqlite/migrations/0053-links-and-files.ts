/**
 * The link with which an invited person creates their own sign-in: its hash, and when it expires. Whether the file of an
 * export is gone.
 */
export const statements = [
  'alter table person_role add column invitation_hash text',
  'alter table person_role add column invitation_expires_at integer',
  'create unique index person_role_of_invitation on person_role (invitation_hash) where invitation_hash is not null',
  'alter table sbom_export add column file_missing integer not null default 0',
]
