import { result, semgrep } from '../../testing/upload.ts'

/** A match as a report may tell of it; what is not given is not sent. */
export interface Match {
  rule?: string
  path?: string
  line?: number
  column?: number
  code?: string
  message?: string
  fingerprint?: string
  /** Where it stands in the program. */
  logical?: string
}

/** A SARIF file with matches of one tool. */
export const sarif = (
  matches: readonly Match[],
  tool = 'Lint',
  fingerprintName = 'primaryLocationLineHash',
) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: tool, rules: [] } },
      results: matches.map((match) => ({
        ruleId: match.rule ?? 'no-eval',
        message: { text: match.message ?? 'Do not.' },
        ...(match.path || match.logical ? { locations: [locationOf(match)] } : {}),
        ...(match.fingerprint ? { partialFingerprints: { [fingerprintName]: match.fingerprint } } : {}),
      })),
    },
  ],
})

function locationOf({ path, line, column, code, logical }: Match) {
  const region = {
    startLine: line,
    ...(column ? { startColumn: column, endColumn: column + (code?.length ?? 5) } : {}),
    ...(code ? { snippet: { text: code } } : {}),
  }
  return {
    ...(path ? { physicalLocation: { artifactLocation: { uri: path }, ...(line ? { region } : {}) } } : {}),
    ...(logical ? { logicalLocations: [{ fullyQualifiedName: logical }] } : {}),
  }
}

/** The same matches as Semgrep writes them itself. */
export const semgrepJson = (matches: readonly Match[]) =>
  semgrep(
    matches.map(({ rule = 'no-eval', path = 'a.js', code = 'eval(x)', line = 1, fingerprint }) => {
      const one = result(rule, path, code, line)
      return { ...one, extra: { ...one.extra, fingerprint: fingerprint ?? `print of ${code}` } }
    }),
  )

export const semgrepSarif = (matches: readonly Match[]) => sarif(matches, 'Semgrep OSS', 'matchBasedId/v1')

/** A component of a bill of materials. */
export const library = (name: string, version: string, manifest?: string) => ({
  type: 'library',
  name,
  version,
  'bom-ref': `${name}@${version} ${manifest ?? ''}`,
  purl: `pkg:npm/${name}@${version}`,
  ...(manifest ? { properties: [{ name: 'SrcFile', value: manifest }] } : {}),
})

/** A bill of materials of a project; each component has the vulnerabilities that its name is given. */
export const bom = (
  project: string,
  components: readonly ReturnType<typeof library>[],
  advisories: Readonly<Record<string, string>>,
  more: object = {},
) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    tools: { components: [{ type: 'application', name: 'cdxgen', version: '11.4.0' }] },
    component: { type: 'application', name: project, 'bom-ref': 'root' },
  },
  components,
  vulnerabilities: components.flatMap((each) => {
    const id = advisories[each.name]
    const affects = [{ ref: each['bom-ref'] }]
    return id === undefined ? [] : [{ id, ratings: [{ severity: 'high' }], affects, ...more }]
  }),
})
