import { startTransition, useEffect, useMemo, useState } from 'react'
import { languageOf } from './languages.ts'
import type { Highlighted } from './tokens.ts'

/** Once loaded, code that is opened later is highlighted at once. */
let highlighter: typeof import('./highlighter.ts') | undefined

/**
 * Returns the tokens of the lines of a file, by its name. Undefined until they are loaded, and permanently if the
 * language is unknown or its grammar fails to load: the code is then plain text.
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
