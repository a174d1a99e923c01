import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { MiddleTruncate } from '#ui/middle-truncate.tsx'
import type { Step } from './flow.ts'

/** Longer flows open on demand, so that what follows stays in reach. */
const atFirst = 20

interface FlowStepsProps {
  steps: readonly Step[]
  /** The file of the code above, whose name need not be said again. */
  file: string | undefined
  chosen: number | undefined
  onChoose: (number: number | undefined) => void
}

/** Every step of the data flow, in other files too. Choosing one lights up its line. */
export function FlowSteps({ steps, file, chosen, onChoose }: FlowStepsProps) {
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
                className={classes(
                  'grid w-full grid-cols-[1.75rem_3.5rem_minmax(0,1fr)] items-baseline gap-x-2 border-l-2 px-2 py-1 text-left focus-inset hover:bg-surface-2',
                  open ? 'border-accent bg-accent-bg' : 'border-transparent',
                )}
              >
                <span className="text-right text-2 tabular-nums">{step.number}</span>
                <span className="truncate text-2">{step.kind}</span>
                <span className="grid min-w-0 gap-0.5">
                  <Place step={step} file={file} />
                  {step.code !== undefined && (
                    <code
                      className={classes(
                        'code-text text-2',
                        open ? 'whitespace-pre-wrap wrap-anywhere' : 'truncate',
                      )}
                    >
                      {step.code.trim().slice(0, 1000)}
                    </code>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      {shown.length < steps.length && (
        <Button variant="quiet" size="small" className="mt-1" onClick={() => setAll(true)}>
          Show all {formatNumber(steps.length)} steps
        </Button>
      )}
    </>
  )
}

function Place({ step, file }: { step: Step; file: string | undefined }) {
  if (step.path === undefined) return <span className="text-3">place not said</span>
  if (step.path === file && step.line !== undefined) {
    return <span className="font-mono text-xs leading-5">line {step.line}</span>
  }
  return <MiddleTruncate path={step.path} line={step.line} className="leading-5" />
}
