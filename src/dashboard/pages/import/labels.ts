export const pageLabels = {
  title: 'Import scans',
  emptyTitle: 'Get started',
  lead: 'Gatehouse reads the reports of your scanners and keeps track of each finding from scan to scan.',
  upload: 'Upload a report',
  command: 'Run a command',
  pipeline: 'Add to your pipeline',
  waiting: 'Waiting for the first scan…',
  arrived: 'The first scan has arrived.',
  view: 'View findings',
}

export const commandLabels = {
  onHost: 'On the machine that runs Gatehouse',
  onHostNote: 'Works whether or not the service is running. Takes files and folders up to 1 GB each.',
  command: 'command',
  curl: 'curl command',
  anywhere: 'From any machine',
  anywhereNote: 'Set GATEHOUSE_TOKEN to a CI token, which you can create on this page.',
  hidden: 'An administrator of all deployments also sees the command for the machine that runs Gatehouse.',
}

export const pipelineLabels = {
  kind: 'CI system',
  secret: {
    github: 'Add the token as a secret named GATEHOUSE_TOKEN (Settings → Secrets and variables → Actions).',
    gitlab: 'Add the token as a masked variable named GATEHOUSE_TOKEN (Settings → CI/CD → Variables).',
    shell: 'Provide the token as an environment variable named GATEHOUSE_TOKEN.',
  },
  addTo: {
    github: 'Add this file to your repository:',
    gitlab: 'Add this job to your pipeline:',
    shell: 'Run this after your scanner:',
  },
}

export const pipelineKinds = [
  { value: 'github', label: 'GitHub Actions', file: '.github/workflows/gatehouse.yml' },
  { value: 'gitlab', label: 'GitLab CI', file: '.gitlab-ci.yml' },
  { value: 'shell', label: 'Shell', file: undefined },
] as const

export type PipelineKind = (typeof pipelineKinds)[number]['value']
