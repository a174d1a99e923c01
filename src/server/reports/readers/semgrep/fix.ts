import { RE2JS } from 're2js'
import type { ResultCount } from '../../input/reader.ts'
import type { LeftOut, ReportedFix } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asCount, asList, asPosition, asText, bounds, getIn } from '../../values/json-values.ts'
import { type SemgrepResult, splitAroundMatch } from './result.ts'

/**
 * The fix of a result as full lines before and after: `fixed_lines`, else `fix` in place of the match, else `fix_regex`
 * applied to the match. Null if there is none, it changes nothing, or the code was withheld.
 */
export function semgrepFix(result: SemgrepResult, patterns: FixPatterns): ReportedFix | null {
  const { extra, lines } = result
  const startLine = asPosition(getIn(result.start, 'line'))
  if (lines === null || startLine === null || lines.length > bounds.code) return null
  const fixed = asList(extra['fixed_lines'])
  const after =
    fixed.length > 0 && fixed.every((each) => typeof each === 'string')
      ? fixed.join('\n')
      : applyFix(result, lines, patterns)
  if (after === null || after === lines) return null
  return { startLine, before: asText(lines, bounds.code) ?? '', after: asText(after, bounds.code) ?? '' }
}

function applyFix(result: SemgrepResult, lines: string, patterns: FixPatterns): string | null {
  const parts = splitAroundMatch(lines, result.start, result.end)
  if (parts === null) return null
  const { fix, fix_regex: pattern } = result.extra
  const instead = typeof fix === 'string' ? fix : patterns.apply(parts.matched, pattern)
  return instead === null ? null : parts.before + instead + parts.after
}

/**
 * Limits of patterns and of the total matching cost of a file, in steps of the engine. The worst patterns of this
 * length take 8 ms to compile, and a step takes some 20 ns, so that both together stay near a second.
 */
const maxPatternLength = 300
const maxPatterns = 60
const maxStepsPerFile = 20_000_000
/**
 * The patterns of one file. They are untrusted, so they are matched by an engine with linear time, and the total of a
 * file's patterns, matching and texts is limited; above the limits, fixes by pattern are not shown.
 */
export class FixPatterns {
  readonly #compiled = new Map<string, RE2JS | null>()
  readonly #count: ResultCount
  #stepsLeft = maxStepsPerFile
  /** The number of fixes that are not shown because of a limit. */
  #left = 0

  constructor(count: ResultCount) {
    this.#count = count
  }

  /** The fixes that are left out, for the report of the scan. */
  get leftOut(): LeftOut[] {
    return this.#left === 0 ? [] : [{ reason: skipReasons.fixPattern, count: this.#left }]
  }

  #beyond(): null {
    this.#left += 1
    return null
  }

  /** Null if the engine does not support it (look-around, back references) or it exceeds a limit. */
  #compile(pattern: string): RE2JS | null {
    const known = this.#compiled.get(pattern)
    if (known !== undefined) return known
    const isLong = pattern.length > maxPatternLength || /\{\d{3}/.test(pattern)
    if (isLong || this.#compiled.size >= maxPatterns) return this.#beyond()
    let regex: RE2JS | null = null
    try {
      regex = RE2JS.compile(pattern)
    } catch {
      // Such a fix is not shown.
    }
    this.#compiled.set(pattern, regex)
    return regex
  }

  /** Python's `re.sub(regex, replacement, matched, count)`, as far as the engine supports the pattern. */
  apply(matched: string, fixRegex: unknown): string | null {
    const pattern = getIn(fixRegex, 'regex')
    const replacement = getIn(fixRegex, 'replacement')
    if (typeof pattern !== 'string' || typeof replacement !== 'string' || replacement.length > 5_000)
      return null
    const regex = this.#compile(pattern)
    if (regex === null) return null
    const limit = asCount(getIn(fixRegex, 'count')) || 100
    const matcher = regex.matcher(matched)
    let out = ''
    let from = 0
    for (let done = 0; done < limit; done++) {
      this.#stepsLeft -= (matched.length - from + 1) * regex.programSize()
      if (this.#stepsLeft < 0) return this.#beyond()
      if (!matcher.find()) break
      const groups = Array.from(
        { length: matcher.groupCount() + 1 },
        (_, index) => matcher.group(index) ?? '',
      )
      out += matched.slice(from, matcher.start()) + fillPattern(replacement, groups)
      from = matcher.end()
      if (out.length > bounds.code) return this.#beyond()
    }
    out += matched.slice(from)
    return this.#count.mayAdd(out.length) ? out : this.#beyond()
  }
}

/** A Python replacement with `\1` and `\g<1>` filled in. */
function fillPattern(replacement: string, groups: readonly string[]): string {
  return replacement.replace(/\\(?:(\d{1,2})|g<(\d{1,2})>|(.))/gs, (whole, plain, named, other) => {
    if (other === 'n') return '\n'
    if (other === 't') return '\t'
    if (other !== undefined) return other === '\\' ? '\\' : whole
    return groups[Number(plain ?? named)] ?? ''
  })
}
