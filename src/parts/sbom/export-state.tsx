import { isFailed, isRunning } from '#api/sbom.ts'
import type { SbomExport } from '#contract/answers/sbom.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-name.ts'

export type ExportState = 'running' | 'failed' | 'ready' | 'expired'

/** How an export stands; a file that is past its time is told apart from one that can be downloaded. */
export function stateOf(made: SbomExport, now: Date): ExportState {
  if (isRunning(made)) return 'running'
  if (isFailed(made)) return 'failed'
  const { expiresAt } = made
  return expiresAt && new Date(expiresAt) <= now ? 'expired' : 'ready'
}

const looks: Record<ExportState, { word: string; icon: IconName; colour: string }> = {
  running: { word: 'Running', icon: 'refresh', colour: 'text-accent' },
  failed: { word: 'Failed', icon: 'error', colour: 'text-danger' },
  ready: { word: 'Ready', icon: 'check', colour: 'text-ok' },
  expired: { word: 'File gone', icon: 'tray', colour: 'text-3' },
}

/** The state of an export as a mark and a word. */
export function ExportStateMark({ state }: { state: ExportState }) {
  const { word, icon, colour } = looks[state]
  return (
    <span className="inline-flex items-center gap-1.5 align-top whitespace-nowrap">
      <Icon name={icon} className={classes(colour)} />
      {word}
    </span>
  )
}

/** What an export is of, in words that go on in a sentence. */
export function nameWords({ name, repositoryId }: SbomExport): string {
  const whole = repositoryId === null || repositoryId === undefined
  if (whole) return 'the whole deployment'
  return name ?? `Project ${repositoryId}`
}

/** Why an export has no file, in words. */
export function failureWords({ errorMessage }: SbomExport): string {
  return errorMessage || 'The service does not say why.'
}
