export interface Person {
  name: string
  username: string
  email: string
}

const names = `Priya Raman|Tomás Herrera|Ingrid Solberg|Kwame Boateng|Yuki Tanaka|Marta Nowak|Daniel Okafor|Léa Fontaine
Anders Holm|Fatima Zahra El Idrissi|Noah Becker|Mei-Ling Chen|Oluwaseun Adeyemi|Sofia Rossi|Callum Fraser|Aylin Demir
Jakub Dvořák|Hannah Weiss|Rafael Monteiro|Nadia Haddad|Ewan Mackenzie|Siti Nurhaliza|Viktor Lindqvist|Grace Mwangi`

/** The people of Acme who write code and decide findings. */
export const people: readonly Person[] = names.split(/[|\n]/).map((name) => {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z -]/g, '')
    .toLowerCase()
    .split(/[ -]+/)
  const username = `${plain[0]?.charAt(0) ?? ''}${plain.at(-1) ?? ''}`
  return { name, username, email: `${plain[0]}.${plain.at(-1)}@acme.example` }
})

/** Those who triage for the whole organisation: the first ones, the security team. */
export const securityTeam: readonly Person[] = people.slice(0, 6)

export const commitTitles: readonly string[] = [
  'Show the delivery window before payment',
  'Retry {noun} export after a lost connection',
  'Move {noun} queries into the store',
  'Bump the base image',
  'Add an index for {noun} search',
  'Fix rounding in {noun} totals',
  'Split the {noun} handler',
  'Remove the old {noun} screen',
  'Log the request id with every error',
  'Cache {noun} lookups for a minute',
  'Update dependencies',
  'Let support staff reopen a {noun}',
  'Return 404 for a {noun} of another customer',
  'Translate the {noun} emails',
  'Speed up the {noun} list',
  'Pin actions to commits',
  'Use bound parameters in {noun} search',
  'Drop Node 18',
  'Test {noun} import with large files',
  'Revert "Speed up the {noun} list"',
]

export const branchTopics: readonly string[] = [
  'feature/{noun}-export',
  'feature/new-{noun}-form',
  'feature/faster-{noun}-search',
  'fix/{noun}-rounding',
  'fix/{noun}-timeout',
  'chore/update-dependencies',
  'spike/{noun}-events',
]

export const pipelines: readonly string[] = [
  'build',
  'test',
  'release',
  'deploy',
  'preview',
  'nightly',
  'lint',
]

export const falsePositiveNotes: readonly string[] = [
  'Checked with the owners: cannot be reached from outside.',
  'Only used in the build, never shipped.',
  'Same as the one we reviewed last month.',
  'The scanner misses the check one level up.',
  'Reviewed with the team: the code does not do this.',
]
export const acceptedNotes: readonly string[] = [
  'Accepted until the old terminals are replaced in spring.',
  'The service is only reachable through the VPN. Revisit if that changes.',
  'Signed off by the risk board on 14 March.',
  'Agreed with the partner for this year.',
]
export const laterNotes: readonly string[] = [
  'Not before the migration.',
  'The team is at half strength this quarter.',
  'Low priority compared to the open criticals.',
]
export const workNotes: readonly string[] = [
  'Asked the owners for the call path.',
  'Reproduced in staging.',
  'Fix is in review.',
  'Waiting for a release of the library.',
]
