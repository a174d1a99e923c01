import { toolFamily } from '#lib/tool-family.ts'
import type { ReportedError } from '../../report/report.ts'
import type { RunBuilder } from '../../report/run-builder.ts'
import { Redaction } from '../../secrets/redaction.ts'
import { isSecretScanner } from '../../secrets/signals.ts'
import {
  asBoolean,
  asCount,
  asList,
  asName,
  asObject,
  asObjects,
  asText,
  asTime,
  asUrl,
  getIn,
} from '../../values/json-values.ts'
import { readMessage } from './message.ts'
import { configurationOverrides } from './overrides.ts'
import type { SarifRun } from './run.ts'

const maxMessageLength = 2_000

/**
 * Adds the coverage of a run: its files and rules, its errors, and whether it failed.
 * @param withResults the files that have a result.
 * @param joined whether the file had an earlier run of the source.
 * Source: SARIF 2.1.0, 3.14.23, 3.20 and 3.58; docs/api.md#lifecycle.
 */
export function addCoverage(
  run: SarifRun,
  builder: RunBuilder,
  withResults: ReadonlySet<string>,
  joined: boolean,
): void {
  const { coverage } = builder.run
  const scanned = run.places.scanned(withResults)
  // With several runs, all must list their files: one without a list covers everything.
  if (!joined) coverage.scannedPaths = scanned
  else
    coverage.scannedPaths = coverage.scannedPaths && scanned ? [...coverage.scannedPaths, ...scanned] : null
  const listsRules = [run.driver, ...run.extensions].some((component) => component.rules.length > 0)
  coverage.listsRules = listsRules && (!joined || coverage.listsRules)
  const disabled = disabledRules(run)
  if (disabled) coverage.disabledRules = [...(coverage.disabledRules ?? []), ...disabled]
  addMissingResults(run, builder)
  const isSpotBugs = builder.run.source.tool === toolFamily('SpotBugs') && !run.invocations.some(reportsError)
  for (const invocation of run.invocations) {
    addTimes(invocation, builder)
    if (!(isSpotBugs && onlyFoundBugs(invocation))) addFailure(invocation, builder)
    for (const { notification, isConfiguring } of notificationsOf(invocation))
      addNotification(notification, isConfiguring, run, builder)
  }
  const [details] = run.provenance
  if (asObject(details)) {
    builder.run.revision ??= {
      repositoryUrl: asUrl(getIn(details, 'repositoryUri')),
      branch: asName(getIn(details, 'branch')),
      commit: asName(getIn(details, 'revisionId'), 100),
    }
  }
}

function disabledRules(run: SarifRun): string[] | null {
  const disabled = new Set<string>()
  for (const rule of run.rules()) if (!rule.enabled) disabled.add(rule.id)
  for (const { id, configuration } of configurationOverrides(run)) {
    const enabled = asBoolean(getIn(configuration, 'enabled'))
    if (enabled === true) disabled.delete(id)
    if (enabled === false) disabled.add(id)
  }
  return disabled.size === 0 ? null : [...disabled]
}

/** A list that is null means that the tool did not start; a list in external files is incomplete here. */
function addMissingResults(run: SarifRun, builder: RunBuilder): void {
  const tool = builder.run.tool.name
  if (run.resultsElsewhere > 0) builder.fail(`The results of ${tool} are in other files.`)
  else if (!run.listsResults)
    builder.fail(
      `The file has no list of results: ${tool} did not start, or its results are in another file.`,
    )
}

function notificationsOf(invocation: unknown): { notification: unknown; isConfiguring: boolean }[] {
  const listed = (key: string, isConfiguring: boolean) =>
    asObjects(getIn(invocation, key)).map((notification) => ({ notification, isConfiguring }))
  return [...listed('toolExecutionNotifications', false), ...listed('toolConfigurationNotifications', true)]
}

const reportsError = (invocation: unknown) =>
  notificationsOf(invocation).some(({ notification }) => levelOf(getIn(notification, 'level')) === 'error')

/**
 * Whether an invocation of SpotBugs without errors that calls itself unsuccessful only found something, as versions before
 * December 2023 do. The exit code adds 1 for bugs, 2 for missing classes and 4 for errors, and is also written in words.
 */
function onlyFoundBugs(invocation: unknown): boolean {
  const words = ['exitSignalName', 'exitCodeDescription']
    .map((key) => asName(getIn(invocation, key), 200) ?? '')
    .join(',')
  const foundBugs = asCount(getIn(invocation, 'exitCode')) === 1 || /\bBUGS FOUND\b/i.test(words)
  return foundBugs && !/\bERROR\b/i.test(words)
}

function addTimes(invocation: unknown, { run }: RunBuilder): void {
  const started = asTime(getIn(invocation, 'startTimeUtc'))
  const ended = asTime(getIn(invocation, 'endTimeUtc'))
  if (started && (run.startedAt === null || started < run.startedAt)) run.startedAt = started
  if (ended && (run.completedAt === null || ended > run.completedAt)) run.completedAt = ended
  run.exitCode = asCount(getIn(invocation, 'exitCode')) ?? run.exitCode
}

function addFailure(invocation: unknown, builder: RunBuilder): void {
  const says = getIn(invocation, 'executionSuccessful')
  // Some tools write a text: whatever does not say that the run succeeded says that it did not.
  if (says === undefined || says === null || /^true$/i.test(String(says))) return
  const message =
    asText(getIn(invocation, 'processStartFailureMessage'), maxMessageLength) ??
    asText(getIn(invocation, 'exitCodeDescription'), maxMessageLength) ??
    asName(getIn(invocation, 'exitSignalName'), 200)
  const sentence = `${builder.run.tool.name} reported that its run failed`
  if (message === null) builder.fail(`${sentence}.`)
  else builder.fail(sentence, { message, rule: null })
}

function addNotification(
  notification: unknown,
  configuring: boolean,
  run: SarifRun,
  builder: RunBuilder,
): void {
  const level = levelOf(getIn(notification, 'level'))
  if (level === null) return
  const associated = getIn(notification, 'associatedRule')
  const rule =
    associated === undefined
      ? null
      : (run.ruleOf({ rule: associated })?.id ?? asName(getIn(associated, 'id')))
  const places = asList(getIn(notification, 'locations')).flatMap(
    (each) => run.places.location(getIn(each, 'physicalLocation')) ?? [],
  )
  const [first] = places
  const message = messageOf(notification, run)
  builder.addError({ level, message, path: first?.filePath ?? null, line: first?.line ?? null, rule })
  if (level !== 'error') return
  for (const path of new Set(places.map(({ filePath }) => filePath)))
    builder.addFailedPart({ path, rule, lines: null })
  if (first !== undefined) return
  if (rule !== null) builder.run.coverage.failedRules.push(rule)
  // An incorrectly configured rule fails alone.
  if (configuring && rule !== null) return
  builder.fail(`${builder.run.tool.name} reported an error that affects the entire run`, { message, rule })
}

/** The default level is warning. Source: SARIF 2.1.0, 3.58.6. */
function levelOf(level: unknown): ReportedError['level'] | null {
  if (level === undefined || level === 'warning') return 'warning'
  return level === 'error' ? 'error' : null
}

function messageOf(notification: unknown, run: SarifRun): string {
  const descriptor = getIn(notification, 'descriptor')
  const strings = run.notificationStrings(descriptor)
  const own = { strings, max: maxMessageLength, isPlain: true }
  const message =
    readMessage(getIn(notification, 'message'), run, own)?.shown ??
    asText(getIn(notification, 'exception', 'message'), maxMessageLength) ??
    asName(getIn(descriptor, 'id'), 200) ??
    'no message'
  // A message of such a tool about a file may quote it.
  return isSecretScanner(run.driver.name)
    ? new Redaction({ pieces: [], values: [], prose: [message] }).clean(message)
    : message
}
