/** A result about a resource of infrastructure code; without a name as a scanner reports it that does not name them. */
export interface ResourceMatch {
  resource?: string
  path?: string
  line?: number
  rule?: string
  /** One line; not sent where left out. */
  code?: string
}

const ruleOf = ({ rule = 'CKV_AWS_18' }: ResourceMatch) => rule
const pathOf = ({ path = 'main.tf' }: ResourceMatch) => path
const lineOf = ({ line = 1 }: ResourceMatch) => line
const message = 'Ensure the bucket has access logging enabled'

const checkov = (matches: readonly ResourceMatch[]) => ({
  check_type: 'terraform',
  results: {
    failed_checks: matches.map((match) => ({
      check_id: ruleOf(match),
      check_name: message,
      code_block: match.code === undefined ? [] : [[lineOf(match), `${match.code}\n`]],
      repo_file_path: `/${pathOf(match)}`,
      file_line_range: [lineOf(match), lineOf(match)],
      resource: match.resource,
    })),
  },
  summary: { checkov_version: '3.2.334' },
})

const trivy = (matches: readonly ResourceMatch[]) => ({
  SchemaVersion: 2,
  ArtifactName: '.',
  ArtifactType: 'repository',
  Results: matches.map((match) => ({
    Target: pathOf(match),
    Class: 'config',
    Type: 'terraform',
    Misconfigurations: [
      {
        ID: ruleOf(match),
        Title: message,
        Message: message,
        Severity: 'HIGH',
        Status: 'FAIL',
        CauseMetadata: {
          Resource: match.resource,
          Provider: 'AWS',
          StartLine: lineOf(match),
          EndLine: lineOf(match),
          Code: { Lines: [{ Number: lineOf(match), Content: match.code, IsCause: true }] },
        },
      },
    ],
  })),
})

const sarif = (
  matches: readonly ResourceMatch[],
  tool: string,
  named: (resource: string) => { logicalLocations?: object[]; properties?: object },
) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: tool, rules: [] } },
      results: matches.map((match) => {
        const { logicalLocations = [], properties = {} } = match.resource ? named(match.resource) : {}
        const region = { startLine: lineOf(match), ...(match.code ? { snippet: { text: match.code } } : {}) }
        return {
          ruleId: ruleOf(match),
          message: { text: message },
          locations: [
            { physicalLocation: { artifactLocation: { uri: pathOf(match) }, region }, logicalLocations },
          ],
          properties,
        }
      }),
    },
  ],
})

const plain = (matches: readonly ResourceMatch[]) => ({
  gatehouse: 1,
  tool: 'house-rules',
  findings: matches.map((match) => ({
    rule: ruleOf(match),
    message,
    path: pathOf(match),
    line: lineOf(match),
    code: match.code,
    resource: match.resource,
  })),
})

const table = (matches: readonly ResourceMatch[]) =>
  [
    'tool,rule,message,path,line,code,resource',
    ...matches.map((match) =>
      ['house-rules', ruleOf(match), message, pathOf(match), lineOf(match), match.code, match.resource]
        .map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`)
        .join(','),
    ),
  ].join('\n')

const answer = (matches: readonly ResourceMatch[]) => ({
  sastFindings: {
    findings: matches.map((match) => ({
      rule_name: ruleOf(match),
      rule_message: message,
      location: { filePath: pathOf(match), line: lineOf(match) },
      code: match.code === undefined ? undefined : { startLine: lineOf(match), lines: [match.code] },
      resource: match.resource,
    })),
  },
})

interface ResourceFormat {
  name: string
  write(matches: readonly ResourceMatch[]): unknown
}

/** The formats that can name a resource of infrastructure code, as a scanner writes each. */
export const resourceFormats: readonly ResourceFormat[] = [
  { name: 'Checkov', write: checkov },
  { name: 'Trivy', write: trivy },
  {
    name: 'SARIF of Terrascan',
    write: (matches) =>
      sarif(matches, 'terrascan', (resource) => {
        const [kind = '', name = ''] = resource.split(/\.(?=[^.]*$)/)
        return { logicalLocations: [{ kind, name }] }
      }),
  },
  {
    name: 'SARIF with a logical location',
    write: (matches) =>
      sarif(matches, 'Any tool', (resource) => ({
        logicalLocations: [{ kind: 'resource', fullyQualifiedName: resource }],
      })),
  },
  {
    name: 'SARIF with a property',
    write: (matches) => sarif(matches, 'Any tool', (resource) => ({ properties: { resource } })),
  },
  { name: 'plain findings', write: plain },
  { name: 'table', write: table },
  { name: 'findings response', write: answer },
]
