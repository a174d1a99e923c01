import type { ReactNode } from 'react'
import { CodeFrame } from '#ui/code/code-frame.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { type Location, NumberedLine, rangeOf } from './code-lines.tsx'
import { useHighlight } from './highlight/use-highlight.ts'
import { codeLabels } from './labels.ts'

/** A finding with more lines than this is not a useful location; the code host shows the file. */
export const maxLines = 400

interface FindingCodeProps {
  code: { startLine: number; lines: readonly string[] }
  location: (Location & { filePath?: string | undefined }) | null | undefined
  /** Shown before the copy button. */
  end?: ReactNode
  /** The steps of the data flow on a line, in words, and whether one of them is chosen. */
  stepAt?: ((line: number) => { note: string | undefined; lit: boolean }) | undefined
}

/** The lines of a finding in its file, with its range marked. */
export function FindingCode({ code, location, end, stepAt }: FindingCodeProps) {
  const path = location?.filePath
  const range = rangeOf(location)
  const highlighted = useHighlight(code.lines, path)
  return (
    <>
      <CodeFrame
        label={codeLabels.of(path)}
        title={path && <MiddleTruncate path={path} line={range?.line} />}
        end={
          <>
            {end}
            <CopyButton text={code.lines.join('\n')} what={codeLabels.copied} />
          </>
        }
      >
        {code.lines.slice(0, maxLines).map((line, index) => {
          const number = code.startLine + index
          return (
            <NumberedLine
              key={number}
              number={number}
              text={line}
              range={range}
              {...stepAt?.(number)}
              tokens={highlighted?.[index]}
            />
          )
        })}
      </CodeFrame>
      {code.lines.length > maxLines && (
        <p className="mt-1 text-2">{codeLabels.hidden(code.lines.length - maxLines)}</p>
      )}
    </>
  )
}
