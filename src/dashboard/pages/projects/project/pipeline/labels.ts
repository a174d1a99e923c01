/** Labels of the pipeline of a project: its set-up, what the gate requires, and its verdicts. */
export const labels = {
  title: 'Pipeline',
  failed: "Couldn't load the last run",
  lastRun: 'Last run: commit',
  scan: (id: number) => `Scan ${id}, `,
  notAsked: 'verdict not requested',
  noRun: 'No run has arrived yet.',
  setUp: 'Set up the pipeline',
  requirements: 'Choose what a commit needs to pass.',
  token: 'Create a token for the pipeline.',
  snippet: 'Add the gate to the pipeline, after your scanner. Replace Semgrep with the scanner that you use.',
  kind: 'CI system',
  snippetName: 'snippet',
  secret: {
    github: 'Add the token as a secret named GATEHOUSE_TOKEN (Settings → Secrets and variables → Actions).',
    gitlab:
      'Add the token as a masked variable named GATEHOUSE_TOKEN (Settings → CI/CD → Variables). For comments, add a project access token as GITLAB_TOKEN, or remove --post.',
    jenkins: 'Add the token as a credential of the kind “Secret text” with the ID gatehouse.',
    shell: 'Provide the token as an environment variable named GATEHOUSE_TOKEN. Needs curl 7.87 or newer.',
  },
  base: 'Run it on the primary branch too: pull requests are compared with its newest full scan.',

  verdicts: 'Gate verdicts',
  verdictsFailed: "Couldn't load verdicts",
  noVerdicts:
    'No verdict yet. The first one is stored when a pipeline asks, or a person opens the scan of a commit.',
}

/** Labels of what the gate requires of a project. */
export const gateLabels = {
  title: 'Gate',
  requires: (tool: string, category: string | null) =>
    `Wait for ${category === null ? tool : `${tool} (${category})`}`,
  requiredSet: (tool: string, on: boolean) =>
    on ? `The gate now waits for ${tool}` : `The gate no longer waits for ${tool}`,
  suppressed: 'Count suppressions of a change',
  suppressedSet: (on: boolean) =>
    on ? 'Suppressions of a change now count' : 'Suppressions of a change no longer count',
  hint: 'A commit has no verdict until these tools have scanned it. A suppression in the code counts if the primary branch does not have it.',
  failedRuns: 'If a scan failed',
  failedRunsHint: 'Applies if nothing that the scan found blocks: it may have missed findings.',
  failedRunsVerdicts: { none: 'No verdict', pass: 'The commit passes', fail: 'The commit is blocked' },
  failedRunsSet: (verdict: 'none' | 'pass' | 'fail') =>
    verdict === 'none'
      ? 'A commit has no verdict if a scan failed'
      : `A commit ${verdict === 'pass' ? 'passes' : 'is blocked'} if a scan failed`,
  noSources: 'Tools can be required once they have reported.',
  failed: "Couldn't load the tools that report",
}
