import type { Service } from '#contract/responses/deployments.ts'
import { quotePosix } from '#features/pipeline/gate-snippets.ts'
import type { PipelineKind } from './labels.ts'

/** The destination of scans. */
interface Destination {
  /** Scheme, host and port of the service. */
  address: string
  /** The slug of the deployment. */
  deployment: string
}

const scansOf = ({ address, deployment }: Destination) =>
  `${address}/api/v1/deployments/${encodeURIComponent(deployment)}/scans`

/** Quotes a word for PowerShell. */
const powerShell = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Returns the command that imports a report on the service's machine. It includes the data folder and the program path,
 * so that it works from any directory.
 * @param deployment undefined if it does not exist yet: the command creates it.
 */
export function hostCommand(
  { dataFolder, program, platform }: NonNullable<Service['host']>,
  deployment: string | undefined,
): string {
  const rest = `import REPORT --project ORG/REPO${deployment === undefined ? '' : ` --deployment ${deployment}`}`
  return platform === 'win32'
    ? `$env:GATEHOUSE_DATA=${powerShell(dataFolder)}; node ${powerShell(program)} ${rest}`
    : `GATEHOUSE_DATA=${quotePosix(dataFolder)} node ${quotePosix(program)} ${rest}`
}

/** Returns a command for any machine, with a token in the environment. */
export function curlCommand(destination: Destination): string {
  return [
    'curl --fail-with-body \\',
    '  -H "Authorization: Bearer $GATEHOUSE_TOKEN" \\',
    '  --data-binary @REPORT \\',
    `  "${scansOf(destination)}?project=ORG/REPO"`,
  ].join('\n')
}

/** Returns the `curl` lines that send a report; the values are environment variables, which curl escapes. */
function sending(destination: Destination, values: readonly (readonly [string, string])[]): string[] {
  return [
    'curl --fail-with-body -H "Authorization: Bearer $GATEHOUSE_TOKEN" \\',
    ...values.map(([name, value]) => `  --url-query "${name}=${value}" \\`),
    '  --data-binary @semgrep.json \\',
    `  "${scansOf(destination)}"`,
  ]
}

const indented = (lines: readonly string[], by: number) => lines.map((line) => ' '.repeat(by) + line)

/** An expression of GitHub Actions. */
const expression = (text: string) => `$\{{ ${text} }}`

const github = (destination: Destination) => [
  'name: Gatehouse',
  'on:',
  '  push:',
  '  pull_request:',
  'permissions:',
  '  contents: read',
  'jobs:',
  '  scan:',
  '    runs-on: ubuntu-latest',
  '    steps:',
  '      - uses: actions/checkout@v4',
  '      # Any scanner that writes SARIF, CycloneDX or Semgrep JSON',
  '      - run: pipx run semgrep scan --config auto --json --output semgrep.json',
  '      - name: Send the report to Gatehouse',
  '        env:',
  `          GATEHOUSE_TOKEN: ${expression('secrets.GATEHOUSE_TOKEN')}`,
  `          JOB_URL: ${expression('github.server_url')}/${expression('github.repository')}/actions/runs/${expression('github.run_id')}`,
  '        run: |',
  ...indented(
    sending(destination, [
      ['project', '$GITHUB_REPOSITORY'],
      ['ref', '$GITHUB_REF'],
      ['commit', '$GITHUB_SHA'],
      ['event', '$GITHUB_EVENT_NAME'],
      ['ci_job_url', '$JOB_URL'],
    ]),
    10,
  ),
]

const gitlab = (destination: Destination) => [
  'gatehouse:',
  '  image: python:3.13',
  '  script:',
  '    # Any scanner that writes SARIF, CycloneDX or Semgrep JSON',
  '    - pip install semgrep',
  '    - semgrep scan --config auto --json --output semgrep.json',
  '    - |',
  ...indented(
    sending(destination, [
      ['project', '$CI_PROJECT_PATH'],
      ['ref', '$CI_COMMIT_REF_NAME'],
      ['commit', '$CI_COMMIT_SHA'],
      ['event', '$CI_PIPELINE_SOURCE'],
      ['ci_job_url', '$CI_JOB_URL'],
    ]),
    6,
  ),
]

const shell = (destination: Destination) => [
  '# Any scanner that writes SARIF, CycloneDX or Semgrep JSON; curl 7.87 or newer',
  'semgrep scan --config auto --json --output semgrep.json',
  ...sending(destination, [
    ['project', 'ORG/REPO'],
    ['ref', '$(git branch --show-current)'],
    ['commit', '$(git rev-parse HEAD)'],
  ]),
]

const writers: Record<PipelineKind, (destination: Destination) => string[]> = { github, gitlab, shell }

/** Returns the configuration lines for this kind of pipeline. */
export const pipelineSnippet = (kind: PipelineKind, destination: Destination) =>
  writers[kind](destination).join('\n')
