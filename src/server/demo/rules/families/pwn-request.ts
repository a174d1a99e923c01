import type { RuleFamily } from '../family.ts'

const workflow = ['.github/workflows/{pipeline}.yml'] as const

export const pwnRequest: RuleFamily = {
  key: 'untrusted-checkout',
  title: 'Untrusted checkout with secrets',
  cwe: 829,
  owasp: 'integrity',
  severity: 'critical',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Code Injection',
  flaw: 'A workflow with the permissions of the base branch (`pull_request_target`, `workflow_run`) checks out the code of the **pull request** and runs it.',
  remedy:
    'Run untrusted code in `pull_request` without secrets, and pass its result to a second workflow as data.',
  impact: 'A pull request from a fork can read all secrets and push to the repository.',
  steps: [
    'Change the trigger to `pull_request`.',
    'Move the step with the secret to a separate workflow.',
    'Rotate the secrets that were exposed.',
  ],
  real: 'The job checks out the head of the pull request, and the next step runs its scripts.',
  harmless: 'The job only starts when a maintainer adds a label after reviewing the change.',
  component: { tag: 'infrastructure', risk: 'high' },
  places: [
    {
      language: 'github-actions',
      paths: workflow,
      sinks: [
        {
          slug: 'pull-request-target',
          library: 'pull_request_target',
          setup: [
            'on: pull_request_target',
            'jobs:',
            '  {pipeline}:',
            '    runs-on: ubuntu-latest',
            '    steps:',
            '      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683',
            '        with:',
          ],
          flaw: ['          «ref: ${{ github.event.pull_request.head.sha }}»'],
          fix: ['          ref: ${{ github.event.pull_request.base.sha }}'],
          rest: ['      - run: make {pipeline}'],
        },
        {
          slug: 'workflow-run',
          library: 'workflow_run',
          setup: [
            'on:',
            '  workflow_run: { workflows: [build], types: [completed] }',
            'jobs:',
            '  {pipeline}:',
            '    runs-on: ubuntu-latest',
            '    steps:',
            '      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683',
          ],
          flaw: ['        with: { «ref: ${{ github.event.workflow_run.head_sha }}» }'],
          fix: ['        with: { persist-credentials: false }'],
          rest: ['      - run: ./{pipeline}.sh'],
        },
      ],
    },
  ],
}
