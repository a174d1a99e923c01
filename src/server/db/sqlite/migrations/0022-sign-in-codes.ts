/** Codes of sign-in links, as hashes: any process on the same database redeems them. */
export const statements = [
  `create table sign_in_code (
    id integer primary key,
    hash text not null unique,
    token_id integer not null,
    created_at integer not null
  ) strict`,
]
