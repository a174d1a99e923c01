import type { RuleFamily } from '../family.ts'

export const insecureTemp: RuleFamily = {
  key: 'predictable-temp-file',
  title: 'Insecure temporary file',
  cwe: 377,
  owasp: 'access',
  severity: 'low',
  confidence: 'high',
  kind: 'audit',
  vulnerabilityClass: 'Race Condition',
  flaw: 'A temporary file has a predictable name. Another user who creates it **first**, or places a link there, controls what is read or written.',
  remedy: 'Use the function that creates and opens the file in one step.',
  impact: 'Another account on the host can read or replace the content.',
  steps: ['Replace the call.', 'Delete the file on every exit path.'],
  real: 'The folder is `/tmp` on a host with several accounts.',
  harmless: 'The container has a single account and a private `/tmp`.',
  component: { tag: 'infrastructure', risk: 'low' },
  places: [
    {
      language: 'c',
      sinks: [
        {
          slug: 'mktemp',
          library: 'mktemp',
          flaw: ['char *path = «mktemp(pattern)»;'],
          fix: ['int file = mkstemp(pattern);'],
          setup: ['char pattern[] = "/tmp/{entity}-XXXXXX";'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'mktemp',
          library: 'tempfile',
          flaw: ['path = «tempfile.mktemp(suffix=".csv")»'],
          fix: ['file = tempfile.NamedTemporaryFile(suffix=".csv")'],
        },
        {
          slug: 'tmp-literal',
          library: 'open',
          flaw: ['with «open("/tmp/{entities}.csv", "w")» as file:', '    export(file)'],
          fix: ['with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:', '    export(file)'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'write-tmp',
          library: 'os',
          flaw: ['err := «os.WriteFile("/tmp/{entities}.csv", rows, 0o644)»'],
          fix: ['file, err := os.CreateTemp("", "{entities}-*.csv")'],
        },
      ],
    },
    {
      language: 'bash',
      paths: ['scripts/export-{entities}.sh', 'scripts/backup.sh'],
      sinks: [
        {
          slug: 'tmp-pid',
          library: 'process id',
          setup: ['set -euo pipefail'],
          flaw: ['«work=/tmp/{entities}.$$»'],
          fix: ['work=$(mktemp)'],
          rest: ['pg_dump "$DATABASE" > "$work"'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'create-temp-file',
          library: 'java.io.File',
          flaw: ['File work = «File.createTempFile("{entity}", ".csv")»;'],
          fix: ['Path work = Files.createTempFile("{entity}", ".csv");'],
        },
      ],
    },
  ],
}
