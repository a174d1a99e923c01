/** Labels of what a pipeline needs, on the page of a project and on the import page. */
export const ciLabels = {
  createToken: 'Create CI token',
  tokenNote: 'It can send scans and read their verdicts, nothing else.',
  projectTokenNote: 'It can send scans of this project and read their verdicts, nothing else.',
  tokenName: 'CI pipeline',
  once: "Copy the token now. You won't be able to see it again.",
  administratorsOnly: 'Only administrators can create tokens',
  revoke: 'Manage tokens',
  local: (address: string) =>
    `${address} can only be reached from this machine. For a pipeline elsewhere, start Gatehouse with GATEHOUSE_PUBLIC_URL set to an address that it can reach.`,
}

/** The systems that a snippet of the gate is written for; `file` is where it belongs. */
export const gateKinds = [
  { value: 'github', label: 'GitHub Actions', file: '.github/workflows/gate.yml' },
  { value: 'gitlab', label: 'GitLab CI', file: '.gitlab-ci.yml' },
  { value: 'jenkins', label: 'Jenkins', file: 'Jenkinsfile' },
  { value: 'shell', label: 'Shell with curl', file: undefined },
] as const

export type GateKind = (typeof gateKinds)[number]['value']
