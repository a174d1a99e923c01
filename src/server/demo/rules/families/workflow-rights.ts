import type { RuleFamily } from '../family.ts'

const workflow = ['.github/workflows/{pipeline}.yml'] as const

export const workflowRights: RuleFamily = {
  key: 'excessive-workflow-rights',
  title: 'Excessive workflow permissions',
  cwe: 250,
  owasp: 'misconfiguration',
  severity: 'medium',
  confidence: 'medium',
  kind: 'secure default',
  vulnerabilityClass: 'Improper Authorization',
  flaw: 'The token of the job can write to the repository, or secrets are available to steps that **do not use them**.',
  remedy: 'Set `permissions: contents: read` for the workflow and grant more only to the job that needs it.',
  impact: 'A single malicious dependency in the job is enough to change the repository.',
  steps: [
    'Set minimal permissions for the workflow.',
    'Move each secret to the step that uses it.',
    'Set the default of the organization to read-only.',
  ],
  real: 'The job installs packages with the write token in its environment.',
  harmless: 'Publishing the release is the only step of the job.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  places: [
    {
      language: 'github-actions',
      paths: workflow,
      sinks: [
        {
          slug: 'write-all',
          library: 'permissions',
          setup: ['name: {pipeline}', 'on: [push, pull_request]'],
          flaw: ['«permissions: write-all»'],
          fix: ['permissions:', '  contents: read'],
          rest: ['jobs:', '  {pipeline}:', '    runs-on: ubuntu-latest'],
        },
        {
          slug: 'secrets-inherit',
          library: 'secrets: inherit',
          setup: ['  {pipeline}:', '    uses: acme/workflows/.github/workflows/{pipeline}.yml@main'],
          flaw: ['    «secrets: inherit»'],
          fix: ['    secrets:', '      REGISTRY_TOKEN: ${{ secrets.REGISTRY_TOKEN }}'],
        },
        {
          slug: 'job-env-secret',
          library: 'job environment',
          severity: 'low',
          setup: ['  {pipeline}:', '    runs-on: ubuntu-latest', '    env:'],
          flaw: ['      «REGISTRY_TOKEN: ${{ secrets.REGISTRY_TOKEN }}»'],
          fix: ['      NODE_ENV: production'],
          rest: ['    steps:', '      - run: npm ci'],
        },
        {
          slug: 'persist-credentials',
          library: 'actions/checkout',
          severity: 'low',
          setup: ['      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683', '        with:'],
          flaw: ['          «persist-credentials: true»'],
          fix: ['          persist-credentials: false'],
        },
        {
          slug: 'self-hosted-public',
          library: 'self-hosted runners',
          setup: ['on: pull_request', 'jobs:', '  {pipeline}:'],
          flaw: ['    «runs-on: self-hosted»'],
          fix: ['    runs-on: ubuntu-latest'],
          rest: ['    steps:'],
        },
        {
          slug: 'unsecure-commands',
          library: 'set-env',
          severity: 'high',
          setup: ['    env:'],
          flaw: ['      «ACTIONS_ALLOW_UNSECURE_COMMANDS: true»'],
          fix: ['      CI: true'],
        },
      ],
    },
  ],
}
