import { sentFingerprint } from '../../findings/identity.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import type { ReportedRun } from '../../report/report.ts'
import { RunBuilder } from '../../report/run-builder.ts'
import { createHasher } from '../../secrets/secret-parts.ts'
import { asBoolean, asName, asObject, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { semgrepCode } from './code.ts'
import { SemgrepDependencies } from './dependencies.ts'
import { SemgrepErrors } from './errors.ts'
import { FixPatterns } from './fix.ts'
import type { SemgrepResult } from './result.ts'
import { semgrepRule } from './result.ts'
import { isSemgrepSecret, semgrepSecret } from './secret.ts'
import { semgrepSupplyChain } from './supply-chain.ts'

/**
 * Reads Semgrep's JSON output. A result with `extra.sca_info` becomes a supply-chain finding, a validated secret a
 * secret, all others code. `paths` and `errors` determine the coverage, and whether the run failed. `dependencies` are
 * those of the lockfiles.
 * Source: docs/api.md#importing-a-report; the format of `semgrep scan --json`.
 */
export function semgrepReader(options: ReaderOptions): Reader {
  const builder = new RunBuilder({ tool: 'Semgrep', category: options.category }, null, options)
  const { coverage } = builder.run
  const patterns = new FixPatterns(options.count)
  const salted = createHasher(options.salt)
  const scanned: string[] = []
  const disabled: string[] = []
  const dependencies = new SemgrepDependencies()
  const errors = new SemgrepErrors(builder)
  let listsFiles = false

  const addResult = (value: TakenValue): void => {
    options.count.add(value)
    const result = resultOf(value)
    const extra = result.extra
    if (asObject(extra['sca_info'])) {
      builder.rule(result.rulePath, () => semgrepRule(result, 'supplyChain'))
      builder.add(semgrepSupplyChain(result, patterns))
    } else if (isSemgrepSecret(result)) {
      const secret = semgrepSecret(result, salted, patterns)
      builder.rule(result.rulePath, () => secret.rule)
      builder.renameRule(result.rulePath, secret.finding.rulePath)
      builder.add(secret.finding, secret.values)
    } else {
      builder.rule(result.rulePath, () => semgrepRule(result, 'code'))
      builder.add(semgrepCode(result, patterns))
    }
  }

  const routes = new Map<string, Route>([
    ['results', { list: { take: addResult } }],
    ['errors', { list: { take: (value) => errors.addError(value) } }],
    [
      'paths',
      {
        object: new Map<string, Route>([
          [
            'scanned',
            {
              list: { take: (value) => scanned.push(...pathList(value.parse())) },
              begin: () => {
                listsFiles = true
                return undefined
              },
            },
          ],
          ['skipped', skippedRoute(coverage.skippedPaths)],
        ]),
      },
    ],
    ['dependencies', dependencies.route],
    ['subprojects', dependencies.subprojectRoute],
    [
      'skipped_rules',
      {
        list: {
          take: (value) => {
            const rule = asName(getIn(value.parse(), 'rule_id'))
            if (rule) disabled.push(rule)
          },
        },
      },
    ],
  ])

  return {
    routes,
    finish: async (version) => {
      builder.run.tool.version = version
      // A rule that could not run was not disabled by a person.
      const failed = new Set(coverage.failedRules)
      const off = disabled.filter((rule) => !failed.has(rule))
      if (off.length > 0) coverage.disabledRules = off
      if (listsFiles) coverage.scannedPaths = scanned
      errors.finish(coverage.scannedPaths?.length ?? null)
      builder.run.lockfiles = dependencies.finish()
      tellParts(builder.run, dependencies.isLookedAt)
      return {
        format: 'semgrep',
        runs: [builder.finish()],
        read: options.count.read,
        leftOut: patterns.leftOut,
      }
    },
  }
}

const skippedRoute = (paths: string[]): Route => ({
  list: { take: (value) => paths.push(...pathList(getIn(value.parse(), 'path'))) },
})

/**
 * The parts of Semgrep: Supply Chain, and everything else, which a report does not tell apart. Rules for code are applied
 * to lockfiles, too, so that their names among the scanned files say nothing.
 */
function tellParts({ findings, coverage }: ReportedRun, looksAtPackages: boolean): void {
  const parts = new Set(['code', ...(looksAtPackages ? ['packages'] : [])])
  for (const finding of findings) {
    finding.part = finding.kind === 'supplyChain' ? 'packages' : 'code'
    parts.add(finding.part)
  }
  coverage.parts = [...parts]
  coverage.partOf = { code: 'code', secret: 'code', supplyChain: 'packages' }
}

function pathList(value: unknown): string[] {
  const path = filePath(value)
  return path === null ? [] : [path]
}

function resultOf(value: TakenValue): SemgrepResult {
  const result = asObject(value.parse())
  if (!result) throw value.fault('a Semgrep result must be an object')
  const rulePath = asName(result['check_id'])
  if (!rulePath) throw value.fault('this is not a Semgrep result: its `check_id` is missing', '/check_id')
  const path = filePath(result['path'])
  if (!path) throw value.fault('this is not a Semgrep result: its `path` is missing', '/path')
  const extra = asObject(result['extra']) ?? {}
  return {
    rulePath,
    path,
    start: result['start'],
    end: result['end'],
    extra,
    metadata: asObject(extra['metadata']) ?? {},
    lines: sentFingerprint(extra['lines']),
    fingerprint: sentFingerprint(extra['fingerprint']),
    ignored: asBoolean(extra['is_ignored']) ?? false,
  }
}
