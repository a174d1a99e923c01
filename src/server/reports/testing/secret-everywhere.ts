/** A SARIF file with one result of a tool, in which each field that may quote the source quotes a secret. */
export function secretEverywhere(tool: string, secret: string) {
  const snippet = { text: `  token = "${secret}"  # for the build` }
  const region = { startLine: 7, startColumn: 11, endLine: 7, endColumn: 13 + secret.length, snippet }
  const physicalLocation = {
    artifactLocation: { uri: 'config/ci.py' },
    region,
    contextRegion: { startLine: 6, snippet: { text: `before\n${snippet.text}\nafter ${secret}` } },
  }
  const exact = /gitleaks|kingfisher/i.test(tool) ? { ...region, snippet: { text: secret } } : region
  const text = { text: `A token ${secret} was found in "${snippet.text}".` }
  return {
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: tool,
            rules: [
              {
                id: 'generic.secrets.token',
                name: 'Secret',
                shortDescription: { text: `Token ${secret}` },
                fullDescription: text,
                help: text,
                helpUri: `https://example.com/?t=${secret}`,
                properties: { tags: ['secret', `tag ${secret}`], category: secret, cwe: secret },
                messageStrings: { default: text },
              },
            ],
          },
        },
        results: [
          {
            ruleId: 'generic.secrets.token',
            message: { ...text, arguments: [secret] },
            locations: [
              {
                physicalLocation: { ...physicalLocation, region: exact },
                logicalLocations: [{ fullyQualifiedName: `config::${secret}` }],
                message: text,
                properties: { validation_status: secret, git_metadata: [{ commit: { id: secret } }] },
              },
            ],
            relatedLocations: [{ physicalLocation, message: text }],
            codeFlows: [
              { threadFlows: [{ locations: [{ location: { physicalLocation, message: text } }] }] },
            ],
            fixes: [
              {
                artifactChanges: [
                  {
                    artifactLocation: { uri: 'config/ci.py' },
                    replacements: [{ deletedRegion: region, insertedContent: snippet }],
                  },
                ],
              },
            ],
            fingerprints: { 'matchBasedId/v1': secret },
            partialFingerprints: { commitSha: secret, author: secret, date: secret, 'secret/v1': secret },
            hostedViewerUri: `https://example.com/${secret}`,
            workItemUris: [`https://example.com/${secret}`],
            properties: {
              Raw: secret,
              secret,
              match: snippet.text,
              secret_type: `Token ${secret}`,
              references: [`https://example.com/${secret}`],
              commit: secret,
              cwe: secret,
            },
            taxa: [{ id: secret, toolComponent: { name: 'CWE' } }],
          },
        ],
      },
    ],
  }
}
