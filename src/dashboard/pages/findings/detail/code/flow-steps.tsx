import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { lineName, showAllSteps, text } from '../labels.ts'
import type { Step } from './flow.ts'

/** The number of steps shown at first; longer flows expand on demand, to keep later sections reachable. */
const atFirst = 20

interface FlowStepsProps {
  steps: readonly Step[]
  /** The file of the code above, whose name is not repeated. */
  file: string | undefined
  /** Whether the line of a step is within the code above. */
  isShown: (step: Step) => boolean
  chosen: number | undefined
  onChoose: (number: number | undefined) => void
  /** Called with the hovered or focused step. */
  onPoint: (number: number | undefined) => void
}

/** Every step of the data flow, including those in other files. Hovering a step highlights its line. */
export function FlowSteps({ steps, file, isShown, chosen, onChoose, onPoint }: FlowStepsProps) {
  const [all, setAll] = useState(false)
  const shown = all ? steps : steps.slice(0, atFirst)
  return (
    <>
      <ol className="mt-2 overflow-hidden rounded border border-line">
        {shown.map((step) => {
          const open = step.number === chosen
          return (
            <li key={step.number} className="border-b border-line last:border-b-0">
              <button
                type="button"
                aria-pressed={open}
                onClick={() => onChoose(open ? undefined : step.number)}
                onPointerEnter={() => onPoint(step.number)}
                onPointerLeave={() => onPoint(undefined)}
                onFocus={() => onPoint(step.number)}
                onBlur={() => onPoint(undefined)}
                className={classes(
                  'flex w-full flex-wrap items-baseline gap-x-3 border-l-2 px-2 py-1 text-left focus-inset hover:bg-surface-2',
                  open ? 'border-accent bg-accent-bg' : 'border-transparent',
                )}
              >
                <span className="min-w-4 shrink-0 text-right text-2">{step.number}</span>
                <span className="w-11 shrink-0 truncate text-2">{step.kind}</span>
                <span className={classes('min-w-0', open ? 'flex-1' : 'max-w-[45%] shrink-0')}>
                  <StepLocation step={step} file={file} />
                </span>
                {step.code !== undefined && (
                  <code
                    className={classes(
                      'code-text text-2',
                      open ? 'basis-full whitespace-pre-wrap wrap-anywhere' : 'min-w-0 flex-1 truncate',
                    )}
                  >
                    {step.code.trim().slice(0, 1000)}
                  </code>
                )}
                {open && !isShown(step) && (
                  <span className="basis-full text-2">
                    {step.path === undefined || step.path === file ? text.lineNotShown : text.otherFile}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
      {shown.length < steps.length && (
        <Button variant="quiet" size="small" className="mt-1" onClick={() => setAll(true)}>
          {showAllSteps(steps.length)}
        </Button>
      )}
    </>
  )
}

function StepLocation({ step, file }: { step: Step; file: string | undefined }) {
  if (step.path === undefined) return <span className="text-3">{text.noLocation}</span>
  if (step.path === file && step.line !== undefined) {
    return <span className="font-mono text-xs leading-5">{lineName(step.line)}</span>
  }
  return <MiddleTruncate path={step.path} line={step.line} className="leading-5" />
}
