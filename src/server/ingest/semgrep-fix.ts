import { RE2JS } from 're2js'
import type { ReportedFix } from './report.ts'
import { aroundMatch, type SemgrepResult } from './semgrep-result.ts'
import { at, bounds, count, list, position, text } from './values.ts'

/**
 * The fix of a result as whole lines before and after: `fixed_lines`, else `fix` in place of the match, else
 * `fix_regex` applied to the match. Null where there is none, it changes nothing, or the code was withheld.
 */
export function semgrepFix(result: SemgrepResult): ReportedFix | null {
  const { extra, lines } = result
  const startLine = position(at(result.start, 'line'))
  if (lines === null || startLine === null || lines.length > bounds.code) return null
  const fixed = list(extra['fixed_lines'])
  const after =
    fixed.length > 0 && fixed.every((each) => typeof each === 'string')
      ? fixed.join('\n')
      : replaced(result, lines)
  if (after === null || after === lines) return null
  return { startLine, before: text(lines, bounds.code) ?? '', after: text(after, bounds.code) ?? '' }
}

function replaced(result: SemgrepResult, lines: string): string | null {
  const parts = aroundMatch(lines, result.start, result.end)
  if (parts === null) return null
  const { fix, fix_regex: pattern } = result.extra
  const instead = typeof fix === 'string' ? fix : byPattern(parts.matched, pattern)
  return instead === null ? null : parts.before + instead + parts.after
}

const compiled = new Map<string, RE2JS | null>()

/** Compiles with an engine that takes linear time: the pattern comes from outside. Null where it cannot read it. */
function compile(pattern: string): RE2JS | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  let regex: RE2JS | null = null
  try {
    regex = pattern.length <= 500 ? RE2JS.compile(pattern) : null
  } catch {
    // Look-around and back references: such a fix is not shown.
  }
  if (compiled.size >= 500) compiled.clear()
  compiled.set(pattern, regex)
  return regex
}

/** Python's `re.sub(regex, replacement, matched, count)`, as far as the linear engine reads the pattern. */
function byPattern(matched: string, fixRegex: unknown): string | null {
  const pattern = at(fixRegex, 'regex')
  const replacement = at(fixRegex, 'replacement')
  if (typeof pattern !== 'string' || typeof replacement !== 'string' || replacement.length > 5_000)
    return null
  if (matched.length > 10_000) return null
  const regex = compile(pattern)
  if (regex === null) return null
  const limit = count(at(fixRegex, 'count')) || 100
  const matcher = regex.matcher(matched)
  let out = ''
  let from = 0
  for (let done = 0; done < limit && matcher.find(); done++) {
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? '')
    out += matched.slice(from, matcher.start()) + filled(replacement, groups)
    from = matcher.end()
    if (out.length > bounds.code) return null
  }
  return out + matched.slice(from)
}

/** A Python replacement with `\1` and `\g<1>` filled in. */
function filled(replacement: string, groups: readonly string[]): string {
  return replacement.replace(/\\(?:(\d{1,2})|g<(\d{1,2})>|(.))/gs, (whole, plain, named, other) => {
    if (other === 'n') return '\n'
    if (other === 't') return '\t'
    if (other !== undefined) return other === '\\' ? '\\' : whole
    return groups[Number(plain ?? named)] ?? ''
  })
}
