import { advisoriesIn } from '../../values/advisories.ts'
import { asName, asNames, asObjects, getIn, type JsonObject } from '../../values/json-values.ts'
import { severityOfWord } from '../../values/severity.ts'
import type { VulnerablePackage } from '../cyclonedx/package-run.ts'
import { ratingsOf } from './advisory.ts'
import type { Auditor } from './auditors.ts'

/**
 * A package of npm 7 and later with each advisory that concerns it itself. Packages that are only affected through
 * others (`via` names them) have none: their findings are those of the others. The report contains no versions.
 */
export function packagesOf(entry: JsonObject, { lockfile }: Auditor): VulnerablePackage[] {
  const name = asName(entry['name']) ?? 'unknown'
  return asObjects(entry['via'])
    .slice(0, 1000)
    .map((advisory) => ({
      vulnerability: {
        id: idOf(advisory),
        description: advisory['title'],
        source: { url: advisory['url'] },
        ratings: ratingsOf(advisory['cvss']),
        cwes: asNames(advisory['cwe']),
      },
      severity: severityOfWord(advisory['severity']) ?? severityOfWord(entry['severity']),
      affected: {
        ecosystem: 'npm',
        name: asName(advisory['dependency']) ?? name,
        version: '',
        transitivity: transitivityOf(entry['isDirect']),
        path: lockfile,
      },
      fixes: fixesOf(entry['fixAvailable']),
      suppressed: false,
    }))
}

/** The advisory at the end of its URL, else its number in npm's database. */
const idOf = (advisory: JsonObject) =>
  advisoriesIn(asName(advisory['url']) ?? '')[0] ??
  `npm:${asName(String(advisory['source'] ?? '')) ?? 'unknown'}`

const transitivityOf = (isDirect: unknown) =>
  isDirect === true ? 'direct' : isDirect === false ? 'transitive' : 'unknown'

/** The direct dependency to update, which brings the fixed package. */
function fixesOf(fix: unknown): { package: string; version: string }[] {
  const name = asName(getIn(fix, 'name'))
  const version = asName(getIn(fix, 'version'))
  return name === null || version === null ? [] : [{ package: name, version }]
}
