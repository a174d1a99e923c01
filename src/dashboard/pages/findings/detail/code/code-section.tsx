import { useEffect, useRef, useState } from 'react'
import { FindingCode, maxLines } from '#features/code/finding-code.tsx'
import { codeLabels } from '#features/code/labels.ts'
import type { DetailFinding } from '../detail-finding.ts'
import { sections, stepCount } from '../labels.ts'
import { Section } from '../section.tsx'
import { type Step, stepNote, stepsOf } from './flow.ts'
import { FlowSteps } from './flow-steps.tsx'

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
  const stepAt = (line: number) => {
    const here = steps.filter((step) => step.line === line && (!step.path || step.path === path))
    return {
      note: here.length > 0 ? stepNote(here) : undefined,
      lit: here.some((step) => step.number === lit),
    }
  }

  useEffect(() => {
    if (chosen === undefined) return
    frame.current?.querySelector('[data-lit]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  return (
    <Section title={titleOf(finding.issue_type, steps.length)}>
      {code ? (
        <div ref={frame}>
          <FindingCode
            code={code}
            location={finding.location}
            end={steps.length > 0 && <span className="shrink-0 px-1 text-xs">{stepCount(steps.length)}</span>}
            stepAt={stepAt}
          />
        </div>
      ) : (
        <p className="text-2">{finding.source_withheld ? codeLabels.withheld : codeLabels.none}</p>
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
