const location = (uri: string, line: number) => ({
  physicalLocation: {
    artifactLocation: { uri, uriBaseId: 'ROOT', index: 0 },
    region: { startLine: line, startColumn: 3, endLine: line, endColumn: 19, snippet: { text: 'page(q)' } },
    contextRegion: { startLine: line - 1, endLine: line + 1, snippet: { text: 'a\n  page(q)\nb' } },
  },
  logicalLocations: [{ fullyQualifiedName: 'app::view', name: 'view', kind: 'function', index: 0 }],
})

const logOf = (driver: object, results: readonly object[], more: object = {}) => ({
  version: '2.1.0',
  runs: [{ tool: { driver }, results, ...more }],
})

const codeLog = logOf(
  {
    name: 'CodeQL',
    semanticVersion: '2.22.1',
    rules: [
      {
        id: 'py/xss',
        name: 'py/xss',
        shortDescription: { text: 'Cross-site scripting' },
        fullDescription: { text: 'Values reach a page.' },
        help: { text: 'Escape.', markdown: '# Escape' },
        helpUri: 'https://rules.example/xss',
        messageStrings: { default: { text: 'The value {0} reaches the page.' } },
        defaultConfiguration: { level: 'warning', enabled: true },
        relationships: [{ target: { id: '79', toolComponent: { name: 'CWE' } } }],
        properties: {
          tags: ['security', 'external/cwe/cwe-079'],
          precision: 'high',
          'security-severity': '7.8',
        },
      },
    ],
  },
  [
    {
      ruleId: 'py/xss',
      ruleIndex: 0,
      rule: { id: 'py/xss', index: 0 },
      level: 'error',
      kind: 'fail',
      message: { id: 'default', arguments: ['q'], text: 'The value q reaches the page.' },
      locations: [location('app/views.py', 12)],
      relatedLocations: [{ id: 1, message: { text: 'from here' }, ...location('app/views.py', 3) }],
      codeFlows: [
        {
          threadFlows: [
            { locations: [{ location: location('app/views.py', 3), kinds: ['source'] }, { index: 0 }] },
          ],
        },
      ],
      fixes: [
        {
          description: { text: 'Escape it' },
          artifactChanges: [
            {
              artifactLocation: { uri: 'app/views.py' },
              replacements: [
                {
                  deletedRegion: { startLine: 12, startColumn: 3, endColumn: 5 },
                  insertedContent: { text: 'escape' },
                },
              ],
            },
          ],
        },
      ],
      suppressions: [{ kind: 'inSource', status: 'accepted', justification: 'j' }],
      fingerprints: { 'print/v1': 'ab12' },
      partialFingerprints: { primaryLocationLineHash: '39fa2ee980eb94b0:1' },
      taxa: [{ id: '79', toolComponent: { name: 'CWE' } }],
      properties: { confidence: 'high' },
    },
  ],
  {
    artifacts: [{ location: { uri: 'app/views.py', uriBaseId: 'ROOT' } }],
    logicalLocations: [{ name: 'view', fullyQualifiedName: 'app::view', kind: 'function', parentIndex: 0 }],
    originalUriBaseIds: { ROOT: { uri: 'file:///home/kim/shop/' } },
    threadFlowLocations: [{ location: location('app/views.py', 12), kinds: ['sink'] }],
    taxonomies: [{ name: 'CWE', taxa: [{ id: '79', name: 'Cross-site Scripting' }] }],
  },
)

const packageLog = logOf(
  {
    name: 'Trivy',
    version: '0.58.1',
    rules: [
      {
        id: 'CVE-2021-23337',
        name: 'LanguageSpecificPackageVulnerability',
        help: {
          text: 'Vulnerability CVE-2021-23337\nSeverity: HIGH\nPackage: lodash\nFixed Version: 4.17.21',
        },
        properties: {
          tags: ['vulnerability', 'security', 'HIGH'],
          'security-severity': '7.2',
          purls: ['pkg:npm/a@1'],
        },
      },
    ],
  },
  [
    {
      ruleId: 'CVE-2021-23337',
      ruleIndex: 0,
      message: {
        text: 'Package: lodash\nInstalled Version: 4.17.20\nVulnerability CVE-2021-23337\nSeverity: HIGH\nFixed Version: 4.17.21',
      },
      locations: [location('package-lock.json', 1)],
      properties: { cvssv3_baseScore: 7.2, cvssv3_vector: 'CVSS:3.1/AV:N', fixed_version: '4.17.21' },
    },
  ],
)

const secretLog = logOf({ name: 'gitleaks', semanticVersion: 'v8.18.2', rules: [{ id: 'github-pat' }] }, [
  {
    ruleId: 'github-pat',
    message: { text: 'github-pat has detected secret for file config/ci.py at commit 00c0ffee00.' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'config/ci.py' },
          region: {
            startLine: 3,
            startColumn: 9,
            endColumn: 49,
            snippet: { text: 'Zq8RtY3nLw6KdV1xBc5HsPf9' },
          },
        },
      },
    ],
    partialFingerprints: { commitSha: '00c0ffee00', date: '2024-05-01T10:00:00Z', author: 'Jo' },
    properties: { tags: ['secret'], secret: 'Zq8RtY3nLw6KdV1xBc5HsPf9', validation_status: 'active' },
  },
])

const runLog = logOf({ name: 'Scan', rules: [{ id: 'r1' }, { id: 'r2' }] }, [], {
  automationDetails: { id: 'backend/1' },
  versionControlProvenance: [
    { repositoryUri: 'https://git.example/acme/shop', revisionId: '4f1c2a9', branch: 'main' },
  ],
  invocations: [
    {
      executionSuccessful: true,
      exitCode: 2,
      startTimeUtc: '2026-01-15T10:00:00Z',
      endTimeUtc: '2026-01-15T10:01:00Z',
      ruleConfigurationOverrides: [
        { descriptor: { id: 'r2', index: 1 }, configuration: { enabled: false, level: 'note' } },
      ],
      toolExecutionNotifications: [
        {
          level: 'error',
          message: { text: 'm' },
          descriptor: { id: 'd' },
          associatedRule: { id: 'r1', index: 0 },
          locations: [location('broken.c', 3)],
        },
      ],
    },
  ],
})

/** SARIF of a scanner for code, for packages and for secrets, and of a run without results. */
export const sarifFiles = [codeLog, packageLog, secretLog, runLog]
