import type { RuleFamily } from '../family.ts'

const workflow = ['.github/workflows/{pipeline}.yml'] as const

export const pipeToShell: RuleFamily = {
  key: 'download-run',
  title: 'Download and execute without verification',
  cwe: 353,
  owasp: 'integrity',
  severity: 'medium',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Code Injection',
  flaw: 'A script is downloaded and executed in one step. Neither its **content nor its origin** is verified, and it can change between runs.',
  remedy: 'Download a fixed version, verify its SHA-256 digest, then run it. Prefer a package.',
  impact: 'Anyone who controls the server, or the network path to it, can run code in the build.',
  steps: [
    'Specify a version in the URL.',
    'Store the digest in the repository.',
    'Verify the digest before running the script.',
  ],
  real: 'The URL has no version, and the step runs with deployment permissions.',
  harmless: 'The script is served by our own artifact store, where versions are immutable.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  places: [
    {
      language: 'dockerfile',
      sinks: [
        {
          slug: 'curl-pipe',
          library: 'curl',
          setup: ['FROM debian:12-slim'],
          flaw: ['RUN «curl -sSL https://get.{pipeline}-tool.example/install.sh | bash»'],
          fix: [
            'COPY vendor/install.sh vendor/install.sha256 /tmp/',
            'RUN cd /tmp && sha256sum -c install.sha256 && bash install.sh',
          ],
          rest: ['WORKDIR /srv'],
        },
        {
          slug: 'add-remote',
          library: 'ADD',
          flaw: ['«ADD https://downloads.{pipeline}-tool.example/agent.tar.gz /opt/»'],
          fix: [
            'ADD --checksum=sha256:24454f830cdb571e2c4ad15481119c43b3cafd48dd869a9b2945d1036d1dc68d https://downloads.{pipeline}-tool.example/agent-1.4.2.tar.gz /opt/',
          ],
          setup: ['FROM debian:12-slim'],
        },
        {
          slug: 'npm-unlocked',
          library: 'npm',
          severity: 'low',
          title: 'Lockfile not enforced',
          setup: ['COPY package.json ./'],
          flaw: ['RUN «npm install»'],
          fix: ['RUN npm ci --ignore-scripts'],
        },
      ],
    },
    {
      language: 'bash',
      paths: ['scripts/install.sh', 'scripts/bootstrap-{entity}.sh'],
      sinks: [
        {
          slug: 'curl-pipe',
          library: 'curl',
          setup: ['set -eu'],
          flaw: ['«curl -s "$TOOL_URL" | sh»'],
          fix: ['curl -fsSo tool.sh "$TOOL_URL" && sha256sum -c tool.sha256 && sh tool.sh'],
        },
        {
          slug: 'eval',
          library: 'eval',
          title: 'Use of eval',
          severity: 'low',
          setup: ['options=$1'],
          flaw: ['«eval "pg_dump $options"»'],
          fix: ['pg_dump "$@"'],
        },
        {
          slug: 'unquoted',
          library: 'word splitting',
          title: 'Unquoted variable in command',
          severity: 'low',
          flaw: ['«rm -rf $target/cache»'],
          fix: ['rm -rf -- "${target:?}/cache"'],
        },
      ],
    },
    {
      language: 'github-actions',
      paths: workflow,
      sinks: [
        {
          slug: 'curl-pipe',
          library: 'curl',
          setup: ['      - name: Install the tool'],
          flaw: ['        run: «curl -sSf https://sh.{pipeline}-tool.example | sh -s -- -y»'],
          fix: ['        run: ./scripts/install-checked.sh {pipeline}-tool 1.4.2'],
        },
      ],
    },
  ],
}
