import type { GateAnswer } from '#contract/responses/gate.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { IconName } from '#ui/icon/icon-name.ts'
import { gateLabels } from './labels.ts'

const styles: Readonly<Record<GateAnswer['verdict'], { icon: IconName; colour: string }>> = {
  pass: { icon: 'check', colour: 'text-ok' },
  fail: { icon: 'error', colour: 'text-danger' },
  none: { icon: 'warning', colour: 'text-caution' },
}

/** A verdict as an icon and a word: "Blocked". */
export function VerdictWord({ verdict }: { verdict: GateAnswer['verdict'] }) {
  const { icon, colour } = styles[verdict]
  return (
    <span className="inline-flex items-center gap-1.5 font-medium">
      <Icon name={icon} className={colour} />
      {gateLabels.verdicts[verdict]}
    </span>
  )
}
