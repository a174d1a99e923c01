/** Which start made a token and who ended it; sign-in codes live in the process that printed them. */
export const statements = [
  `alter table token add column origin text`,
  `alter table token add column revoked_by text`,
  `update token set origin = 'environment' where deployment_id is null and name = 'GATEHOUSE_TOKEN'`,
  `update token set origin = 'start' where deployment_id is null and name = 'Local administrator'`,
  `drop table sign_in_link`,
]
