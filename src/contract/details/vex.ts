import type { OperationDetails } from '../operation.ts'

export const details = {
  exportVex: {
    mark: 'extension',
    summary: 'Export the triage of supply-chain findings as VEX, or as the ignore file of a scanner',
    description:
      'For one `ref` of a `project`, the primary branch by default. `format` is `openvex` (the default, OpenVEX 0.2.0), `cyclonedx` (CycloneDX 1.6 JSON), `csaf` (CSAF 2.0, profile VEX), `trivyignore` (`.trivyignore.yaml`) or `osv-scanner` (`osv-scanner.toml`).\n\nA VEX document has a statement for each vulnerability and package that somebody triaged or a scan found fixed; `undecided=true` adds the others as under investigation. A false positive is `not_affected`, or in CycloneDX `false_positive`. An acceptable risk is `affected`, with the statement that no fix is planned. `fixing` is `affected`. `reviewing`, and findings ignored for another reason, are `under_investigation`. Reachability is never the reason of a status. If findings of one vulnerability and package differ, the least favorable one counts. Notes and names of people are left out.\n\n`product` is the package URL under which others know the project; by default it is derived from the URL of the repository. Ids and timestamps are those of the decisions: the same decisions give the same document.\n\nThe ignore files list what is ignored, for whatever reason. OSV-Scanner ignores a vulnerability in all packages, so that one that is open in another package is a comment only.\n\nReturns 422 if the ref has more than 100,000 supply-chain findings, or if there is no statement to export, since OpenVEX and CSAF have no empty documents.',
  },
  importVex: {
    mark: 'extension',
    summary: 'Import a VEX document as triage of existing findings',
    description:
      'The body is an OpenVEX, CycloneDX (JSON) or CSAF 2.0 document, plain or gzip, of at most 10 MB; the format is detected. With curl, use `--data-binary @file`.\n\nA statement applies to the supply-chain findings of the `project` with its vulnerability, by id or alias, and its package, by package URL without qualifiers; without a version it applies to every version. `not_affected` and `false_positive` become ignored as false positive, `affected` becomes fixing, or ignored as acceptable risk if the document says that the risk is accepted, and `under_investigation` becomes reviewing. The triage is that of the sender, with justification, detail, and source in the note, and can be undone for 24 hours with the `change_id` of the statement.\n\nThe response has an outcome for each statement and product: `triaged`, `unchanged`, or `unmatched` with a `reason`. A decision that is newer than the statement is kept and reported; a statement without a date never replaces a decision. Sending the same document again changes nothing. `dry_run=true` changes nothing. `total.severities` splits `total.findings` by severity.\n\n`product` is the package URL of the project in the document: statements about other products are then not applied. At most 3,000 results are listed; `total` counts all.',
  },
} satisfies Record<string, OperationDetails>
