import { hash } from 'node:crypto'
import type { PlacedFlaw } from '../repository.ts'
import { type LineFormat, ofLines } from './format.ts'
import { physicalLocation, plainResult, rulesIn, sarifFlaws, sarifLog } from './sarif.ts'

/** SARIF whose regions bring their lines, and that lists only the rules that have results, as Bandit does. */
export const sarifWithSnippet: LineFormat = {
  name: 'SARIF with snippet',
  issueTypes: ['sast'],
  sends: { code: true, fingerprint: false, context: 0, flow: false, secret: false },
  write: (repository, run) =>
    sarifLog({
      tool: {
        driver: {
          name: 'Bandit',
          semanticVersion: run.upgraded ? '1.9.2' : '1.7.5',
          rules: rulesIn(run, [...new Set(sarifFlaws(repository, run).map(({ rule }) => rule))]),
        },
      },
      invocations: [{ executionSuccessful: true, endTimeUtc: '2026-01-15T11:58:00Z' }],
      results: sarifFlaws(repository, run).map((flaw) => ({
        ...plainResult(flaw, run),
        locations: [physicalLocation(flaw, { snippet: { text: `${flaw.text}\n` } })],
      })),
    }),
  ...ofLines,
  fingerprint: () => null,
}

/** SARIF with rule, place and message alone, as many tools write it. */
export const bareSarif: LineFormat = {
  name: 'bare SARIF',
  issueTypes: ['sast'],
  sends: { code: false, fingerprint: false, context: 0, flow: false, secret: false },
  write: (repository, run) =>
    sarifLog({
      tool: {
        driver: {
          name: 'Linter',
          semanticVersion: run.upgraded ? '6.0.0' : '5.4.1',
          rules: rulesIn(run),
        },
      },
      results: sarifFlaws(repository, run).map((flaw) => ({
        ...plainResult(flaw, run),
        locations: [physicalLocation(flaw)],
      })),
    }),
  ...ofLines,
  fingerprint: () => null,
}

/** SARIF with one result for all places of a rule, as njsscan and mobsfscan write it; what is suppressed has its own. */
export const sarifWithPlaces: LineFormat = {
  ...sarifWithSnippet,
  name: 'SARIF with many locations in a result',
  write: (repository, run) => {
    const results = Map.groupBy(sarifFlaws(repository, run), (flaw) => JSON.stringify(plainResult(flaw, run)))
    return sarifLog({
      tool: {
        driver: { name: 'njsscan', version: run.upgraded ? '0.4.3' : '0.3.7', rules: rulesIn(run) },
      },
      results: [...results.values()].flatMap(([first, ...others]) =>
        first === undefined
          ? []
          : {
              ...plainResult(first, run),
              locations: [first, ...others].map((flaw) =>
                physicalLocation(flaw, { snippet: { text: flaw.text } }),
              ),
              partialFingerprints: { 'fingerprint/v1': hash('sha256', `${first.rule} ${first.path}`) },
            },
      ),
    })
  },
}

/** SARIF that lists all files that were analyzed, also those without a result. */
export const sarifWithTargets: LineFormat = {
  ...sarifWithSnippet,
  name: 'SARIF with analysis targets',
  write: (repository, run) => {
    const { runs, ...log } = Object.assign({ runs: [] }, sarifWithSnippet.write(repository, run))
    const files = [...repository.keys()].filter((path) => run.files?.includes(path) ?? true)
    const artifacts = run.withoutFileList
      ? []
      : files.map((uri) => ({ location: { uri }, roles: ['analysisTarget'] }))
    return { ...log, runs: runs.map((each: object) => ({ ...each, artifacts })) }
  },
}
/** SARIF with snippets, whose results have a partial fingerprint of a name that nobody knows. */
const withUnknownKey = (name: string, key: string, keyOf: (flaw: PlacedFlaw) => string): LineFormat => ({
  ...sarifWithSnippet,
  name,
  write: (repository, run) =>
    sarifLog({
      tool: {
        driver: { name: 'Acme', semanticVersion: run.upgraded ? '2.0.0' : '1.0.0', rules: rulesIn(run) },
      },
      results: sarifFlaws(repository, run).map((flaw) => ({
        ...plainResult(flaw, run),
        locations: [physicalLocation(flaw, { snippet: { text: `${flaw.text}\n` } })],
        partialFingerprints: { [key]: hash('sha256', `${run.scheme ?? 1} ${keyOf(flaw)}`) },
      })),
    }),
})

export const sarifWithCodeKey = withUnknownKey(
  'SARIF with an unknown hash of code',
  'acmeContent/v7',
  ({ rule, code }) => `${rule} ${code}`,
)
export const sarifWithPlaceKey = withUnknownKey(
  'SARIF with an unknown hash of places',
  'acmeSpot/v7',
  ({ path, line, column }) => `${path} ${line} ${column}`,
)
