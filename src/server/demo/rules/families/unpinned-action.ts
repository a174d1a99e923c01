import type { RuleFamily } from '../family.ts'

const workflow = ['.github/workflows/{pipeline}.yml'] as const

export const unpinnedAction: RuleFamily = {
  key: 'unpinned-action',
  title: 'Action not pinned to a commit',
  cwe: 1357,
  owasp: 'components',
  severity: 'medium',
  confidence: 'high',
  kind: 'audit',
  vulnerabilityClass: 'Dependency Confusion',
  flaw: 'A step references an action by tag or branch. The owner of that repository can **move the tag** to other code at any time.',
  remedy: 'Pin the full commit SHA with the version in a comment, and let the update bot keep it current.',
  impact: 'A compromised action can read the secrets of every job that uses the tag.',
  steps: [
    'Look up the commit of the tag.',
    'Replace the tag with it, with the version as a comment.',
    "Allow only pinned actions in the organization's settings.",
  ],
  real: 'The action is maintained by a single person outside our organization.',
  harmless: 'The action belongs to our own organization, where tags are protected.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  places: [
    {
      language: 'github-actions',
      paths: workflow,
      sinks: [
        {
          slug: 'third-party-tag',
          library: 'third-party tag',
          setup: [
            '    steps:',
            '      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2',
          ],
          flaw: ['      - uses: «tj-actions/changed-files@v45»'],
          fix: ['      - uses: tj-actions/changed-files@ed68ef82c095e0d48ec87eccea555d944a631a4c # v46.0.5'],
          rest: ['        id: changed'],
        },
        {
          slug: 'branch',
          library: 'branch',
          setup: ['      - name: Scan the image'],
          flaw: ['        uses: «aquasecurity/trivy-action@master»'],
          fix: ['        uses: aquasecurity/trivy-action@b6643a29fecd7f34b3597bc6acb0a98b03d33ff8 # 0.33.1'],
          rest: ['        with: { image-ref: acme/{entities} }'],
        },
        {
          slug: 'official-tag',
          library: 'major tag',
          severity: 'low',
          setup: ['    runs-on: ubuntu-latest', '    steps:'],
          flaw: ['      - uses: «actions/checkout@v4»'],
          fix: ['      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2'],
          rest: ['      - run: make {pipeline}'],
        },
        {
          slug: 'docker-tag',
          library: 'container tag',
          setup: ['  {pipeline}:', '    runs-on: ubuntu-latest'],
          flaw: ['    container: «node:latest»'],
          fix: [
            '    container: node:22.12.0@sha256:35531c52ce27b6575d69755c73e65d4468dba93a25644eed56dc12879cae9213',
          ],
          rest: ['    steps:'],
        },
      ],
    },
  ],
}
