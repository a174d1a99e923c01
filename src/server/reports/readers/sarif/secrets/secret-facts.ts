import type { ReportedSecretFinding, ValidationState } from '../../../report/report.ts'
import { asList, asName, asObject, asTime, getIn } from '../../../values/json-values.ts'
import { filePath } from '../../../values/paths.ts'

const blobAddress = /^https?:\/\/[^\s?#]{1,1000}\/blob\/([0-9a-f]{7,64})\/([^\s?#]+)(?:[?#].*)?$/i

/** The path of a file that is given as a URL of a code host; any other path unchanged, without credentials. */
export function pathInRepository(path: string): string {
  const within = blobAddress.exec(path)?.[2]
  const normalizedPath = within === undefined ? null : filePath(within)
  return normalizedPath ?? path.replace(/^([a-z][a-z0-9+.-]{1,20}:\/\/)[^/@\s]*@/i, '$1')
}

const states: ReadonlyMap<string, ValidationState> = new Map([
  ['active', 'CONFIRMED_VALID'],
  ['active credential', 'CONFIRMED_VALID'],
  ['valid', 'CONFIRMED_VALID'],
  ['verified', 'CONFIRMED_VALID'],
  ['true', 'CONFIRMED_VALID'],
  ['confirmed_valid', 'CONFIRMED_VALID'],
  ['inactive', 'CONFIRMED_INVALID'],
  ['inactive credential', 'CONFIRMED_INVALID'],
  ['invalid', 'CONFIRMED_INVALID'],
  ['revoked', 'CONFIRMED_INVALID'],
  ['confirmed_invalid', 'CONFIRMED_INVALID'],
  ['error', 'VALIDATION_ERROR'],
  ['failed_to_check', 'VALIDATION_ERROR'],
  ['validation_error', 'VALIDATION_ERROR'],
])

/** Whether the tool verified that the secret works, from the properties of the result or of its location. */
export function secretState(result: unknown, place: unknown): ValidationState {
  for (const properties of [getIn(place, 'properties'), getIn(result, 'properties')]) {
    for (const key of ['validation_status', 'validationState', 'validation_state', 'validity', 'verified']) {
      const value = getIn(properties, key)
      const word = typeof value === 'boolean' ? String(value) : asName(value, 100)
      const state = word === null ? undefined : states.get(word.toLowerCase())
      if (state !== undefined) return state
    }
  }
  return 'NO_VALIDATOR'
}

/** The commit in which a tool that reads history found the secret; null if it names none. */
export function secretHistory(result: unknown, place: unknown): ReportedSecretFinding['historicalInfo'] {
  const properties = getIn(result, 'properties')
  const marks = getIn(result, 'partialFingerprints')
  const [logical] = asList(getIn(place, 'logicalLocations'))
  const provenance = getIn(logical, 'properties', 'commit_provenance', 'commit_metadata')
  const [metadata] = asList(getIn(place, 'properties', 'git_metadata'))
  const uri = asName(getIn(place, 'physicalLocation', 'artifactLocation', 'uri'), 4_000)
  const commit = hashIn([
    getIn(marks, 'commitSha'),
    getIn(properties, 'commit'),
    getIn(properties, 'commitSha'),
    getIn(properties, 'commit_hash'),
    getIn(provenance, 'commit_id'),
    getIn(metadata, 'commit', 'id'),
    uri === null ? null : blobAddress.exec(uri)?.[1],
  ])
  if (commit === null) return null
  const dates = [
    getIn(marks, 'date'),
    getIn(properties, 'date'),
    getIn(properties, 'timestamp'),
    getIn(provenance, 'committer_timestamp'),
    getIn(metadata, 'commit', 'date'),
  ]
  const blob = asObject(logical)?.['kind'] === 'blob' ? hashIn([getIn(logical, 'name')]) : null
  return {
    gitCommit: commit,
    gitBlob: blob,
    gitCommitTimestamp: dates.map(asTime).find((each) => each !== null) ?? null,
  }
}

/** The first of several values that is a Git hash. */
function hashIn(values: readonly unknown[]): string | null {
  for (const value of values) {
    const word = asName(value, 100)
    if (word !== null && /^[0-9a-f]{7,64}$/i.test(word)) return word
  }
  return null
}
