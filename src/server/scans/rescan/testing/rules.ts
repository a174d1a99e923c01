/** The rules of the made-up scanners for code, by id, with what they say. */
export const codeRules = {
  'python.db.raw-query': 'Text from a request reaches a query.',
  'python.web.unescaped-output': 'A value is written into a page as it is.',
  'python.crypto.weak-hash': 'This hash can be forged.',
  'python.net.unchecked-address': 'The service fetches an address that a user chooses.',
} as const

/** The rules of the made-up scanner for secrets. */
export const secretRules = {
  'aws-access-token': 'An AWS access key was found.',
  'github-pat': 'A GitHub token was found.',
  'generic-api-key': 'An API key was found.',
} as const

const allRules = { ...codeRules, ...secretRules }
export type RuleId = keyof typeof allRules

/** What a rule says of all its matches. */
export const messageOfRule = (rule: RuleId): string => allRules[rule]
