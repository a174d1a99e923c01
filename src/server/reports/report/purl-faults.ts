import { formatPackageUrl, readPackageUrl } from '#lib/urls/package-url.ts'
import type { ReportedRun } from './report.ts'

/** Characters of a text that is no package URL, as an example. */
const maxExample = 100

/** What is wrong with the package URLs of a run: a sentence for each kind, with the first of them. */
export function purlFaults({ lockfiles, findings }: ReportedRun): string[] {
  const faults = new Map<string, { example: string; purls: Set<string> }>()
  const check = (purl: string | null | undefined) => {
    if (purl === null || purl === undefined) return
    const read = readPackageUrl(purl)
    const example = read ? formatPackageUrl({ ...read.url, qualifiers: new Map() }) : purl
    for (const fault of read?.faults ?? [unreadable]) {
      const known = faults.get(fault) ?? { example: example.slice(0, maxExample), purls: new Set() }
      faults.set(fault, known)
      known.purls.add(purl)
    }
  }
  for (const { dependencies } of lockfiles ?? []) for (const { purl } of dependencies) check(purl)
  for (const finding of findings) if (finding.kind === 'supplyChain') check(finding.foundDependency.purl)
  return [...faults].map(
    ([
      fault,
      {
        example,
        purls: { size },
      },
    ]) => {
      const noun = size === 1 ? 'package URL' : 'package URLs'
      const read = size === 1 ? 'was read although it has' : 'were read although they have'
      return `${size} ${noun} ${fault === unreadable ? 'could not be read' : `${read} ${fault}`}, the first is ${example}`
    },
  )
}

const unreadable = 'unreadable'
