import { useEffect, useRef, useState } from 'react'
import { CodeFrame } from '#ui/code/code-frame.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { useHighlight } from '../highlight/use-highlight.ts'
import { codeOf, copied, hiddenLines, sections, stepCount, text } from '../labels.ts'
import { Section } from '../section.tsx'
import { NumberedLine, rangeOf } from './code-lines.tsx'
import { type Step, stepNote, stepsOf } from './flow.ts'
import { FlowSteps } from './flow-steps.tsx'

/** A finding with more lines than this is not a useful location; the code host shows the file. */
const maxLines = 400

function titleOf(type: string, steps: number): string {
  if (steps === 0) return sections.code
  return type === 'sca' ? sections.usage : sections.dataFlow
}

/** Whether the line of a step is within the displayed code. */
function isShown(step: Step, path: string | undefined, code: DetailFinding['code'] | undefined): boolean {
  if (!code || step.line === undefined || (step.path && step.path !== path)) return false
  return step.line >= code.startLine && step.line < code.startLine + Math.min(code.lines.length, maxLines)
}

/** The code of the finding and its data flow. */
export function CodeSection({ finding }: { finding: DetailFinding }) {
  const [chosen, setChosen] = useState<number>()
  const [pointed, setPointed] = useState<number>()
  const frame = useRef<HTMLDivElement>(null)
  const steps = stepsOf(finding)
  const path = finding.location?.filePath
  const code = finding.code?.lines?.length ? finding.code : undefined
  const lit = pointed ?? chosen

  useEffect(() => {
    if (chosen === undefined) return
    frame.current?.querySelector('[data-lit]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  return (
    <Section title={titleOf(finding.issue_type, steps.length)}>
      {code ? (
        <div ref={frame}>
          <CodeLines {...{ finding, code, steps, lit }} />
        </div>
      ) : (
        <p className="text-2">{finding.source_withheld ? text.withheldCode : text.noCode}</p>
      )}
      {steps.length > 0 && (
        <FlowSteps
          steps={steps}
          file={path}
          isShown={(step) => isShown(step, path, code)}
          chosen={chosen}
          onChoose={setChosen}
          onPoint={setPointed}
        />
      )}
    </Section>
  )
}

interface CodeLinesProps {
  finding: DetailFinding
  code: NonNullable<DetailFinding['code']>
  steps: readonly Step[]
  /** The hovered or chosen step. */
  lit: number | undefined
}

/** The lines of the finding, with its range and the steps marked. */
function CodeLines({ finding, code, steps, lit }: CodeLinesProps) {
  const path = finding.location?.filePath
  const range = rangeOf(finding.location)
  const highlighted = useHighlight(code.lines, path)
  return (
    <>
      <CodeFrame
        label={codeOf(path)}
        title={path && <MiddleTruncate path={path} line={range?.line} />}
        end={
          <>
            {steps.length > 0 && <span className="shrink-0 px-1 text-xs">{stepCount(steps.length)}</span>}
            <CopyButton text={code.lines.join('\n')} what={copied.code} />
          </>
        }
      >
        {code.lines.slice(0, maxLines).map((line, index) => {
          const number = code.startLine + index
          const here = steps.filter((step) => step.line === number && (!step.path || step.path === path))
          return (
            <NumberedLine
              key={number}
              number={number}
              text={line}
              range={range}
              note={here.length > 0 ? stepNote(here) : undefined}
              lit={here.some((step) => step.number === lit)}
              tokens={highlighted?.[index]}
            />
          )
        })}
      </CodeFrame>
      {code.lines.length > maxLines && (
        <p className="mt-1 text-2">{hiddenLines(code.lines.length - maxLines)}</p>
      )}
    </>
  )
}
