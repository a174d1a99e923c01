import { startTransition, useEffect, useMemo, useState } from 'react'
import { languageOf } from './languages.ts'
import type { Highlighted } from './tokens.ts'

/** Once it is there, code that is opened later stands in its colours at once. */
let highlighter: typeof import('./highlighter.ts') | undefined

/**
 * The words of the lines of a file, by its name; undefined until they are there, and for good where the language is not
 * known or its grammar cannot be had: the code then stands plain.
 */
export function useHighlight(
  lines: readonly string[] | undefined,
  path: string | undefined,
): Highlighted | undefined {
  const [result, setResult] = useState<{ of: readonly string[]; highlighted: Highlighted }>()
  const language = languageOf(path)
  const atOnce = useMemo(
    () => (lines && language ? highlighter?.highlightNow(lines, language) : undefined),
    [lines, language],
  )
  useEffect(() => {
    if (!lines || !language || atOnce) return undefined
    let late = false
    const work = async () => {
      highlighter = await import('./highlighter.ts')
      if (late) return
      const highlighted = await highlighter.highlight(lines, language)
      if (!late) startTransition(() => setResult({ of: lines, highlighted }))
    }
    void work().catch(() => undefined)
    return () => {
      late = true
    }
  }, [lines, language, atOnce])
  return atOnce ?? (result && result.of === lines ? result.highlighted : undefined)
}
