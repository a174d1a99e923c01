import { isFailed, isRunning } from '#api/dependencies/sbom.ts'
import type { SbomExport } from '#contract/responses/sbom.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { IconName } from '#ui/icon/icon-name.ts'
import { labels } from '../labels.ts'

export type ExportState = 'running' | 'failed' | 'ready' | 'missing' | 'expired'

/** Returns the state of an export; a file that expired or is gone has a state other than a downloadable one. */
export function stateOf(made: SbomExport, now: Date): ExportState {
  if (isRunning(made)) return 'running'
  if (isFailed(made)) return 'failed'
  const { expiresAt, fileMissing } = made
  if (expiresAt && new Date(expiresAt) <= now) return 'expired'
  return fileMissing === true ? 'missing' : 'ready'
}

const styles: Record<ExportState, { label: string; icon: IconName; colour: string }> = {
  running: { label: labels.states.running, icon: 'running', colour: 'text-accent' },
  failed: { label: labels.states.failed, icon: 'error', colour: 'text-danger' },
  ready: { label: labels.states.ready, icon: 'check', colour: 'text-ok' },
  missing: { label: labels.states.missing, icon: 'warning', colour: 'text-caution' },
  expired: { label: labels.states.expired, icon: 'expired', colour: 'text-3' },
}

/** The state of an export as icon and label. */
export function ExportStateBadge({ state }: { state: ExportState }) {
  const { label, icon, colour } = styles[state]
  return (
    <span className="inline-flex items-center gap-1.5 align-top whitespace-nowrap">
      <Icon name={icon} className={classes(colour)} />
      {label}
    </span>
  )
}

/** Returns the name of an export's target, for use within a sentence. */
export function exportName({ name, repositoryId }: SbomExport): string {
  const isDeployment = repositoryId === null || repositoryId === undefined
  if (isDeployment) return labels.deploymentInSentence
  return name ?? labels.projectId(repositoryId)
}

/** Returns why an export has no file. */
export function failureText({ errorMessage }: SbomExport): string {
  return errorMessage || labels.noReason
}
