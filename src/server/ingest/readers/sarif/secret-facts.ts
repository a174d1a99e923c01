import { filePath } from '../../paths.ts'
import type { ReportedSecretFinding, ValidationState } from '../../report.ts'
import { at, list, name, object, time } from '../../values.ts'

const blobAddress = /^https?:\/\/[^\s?#]{1,1000}\/blob\/([0-9a-f]{7,64})\/([^\s?#]+)(?:[?#].*)?$/i

/** The path of a file that is named by its address on a code host; any other path as it is, without credentials. */
export function pathInRepository(path: string): string {
  const within = blobAddress.exec(path)?.[2]
  const found = within === undefined ? null : filePath(within)
  return found ?? path.replace(/^([a-z][a-z0-9+.-]{1,20}:\/\/)[^/@\s]*@/i, '$1')
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

/** Whether the tool found that the secret works, in the properties of the result or of its place. */
export function secretState(result: unknown, place: unknown): ValidationState {
  for (const properties of [at(place, 'properties'), at(result, 'properties')]) {
    for (const key of ['validation_status', 'validationState', 'validation_state', 'validity', 'verified']) {
      const said = at(properties, key)
      const word = typeof said === 'boolean' ? String(said) : name(said, 100)
      const state = word === null ? undefined : states.get(word.toLowerCase())
      if (state !== undefined) return state
    }
  }
  return 'NO_VALIDATOR'
}

/** The commit in which a tool that reads history found the secret; null where it names none. */
export function secretHistory(result: unknown, place: unknown): ReportedSecretFinding['historicalInfo'] {
  const properties = at(result, 'properties')
  const marks = at(result, 'partialFingerprints')
  const [logical] = list(at(place, 'logicalLocations'))
  const provenance = at(logical, 'properties', 'commit_provenance', 'commit_metadata')
  const [metadata] = list(at(place, 'properties', 'git_metadata'))
  const uri = name(at(place, 'physicalLocation', 'artifactLocation', 'uri'), 4_000)
  const commit = hashIn([
    at(marks, 'commitSha'),
    at(properties, 'commit'),
    at(properties, 'commitSha'),
    at(properties, 'commit_hash'),
    at(provenance, 'commit_id'),
    at(metadata, 'commit', 'id'),
    uri === null ? null : blobAddress.exec(uri)?.[1],
  ])
  if (commit === null) return null
  const dates = [
    at(marks, 'date'),
    at(properties, 'date'),
    at(properties, 'timestamp'),
    at(provenance, 'committer_timestamp'),
    at(metadata, 'commit', 'date'),
  ]
  const blob = object(logical)?.['kind'] === 'blob' ? hashIn([at(logical, 'name')]) : null
  return {
    gitCommit: commit,
    gitBlob: blob,
    gitCommitTimestamp: dates.map(time).find((each) => each !== null) ?? null,
  }
}

/** The first of several values that is a hash of Git. */
function hashIn(values: readonly unknown[]): string | null {
  for (const value of values) {
    const word = name(value, 100)
    if (word !== null && /^[0-9a-f]{7,64}$/i.test(word)) return word
  }
  return null
}
