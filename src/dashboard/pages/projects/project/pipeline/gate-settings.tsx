import { useQuery } from '@tanstack/react-query'
import { sourcesOptions } from '#api/scans/sources.ts'
import type { Project } from '#contract/responses/projects.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { useSettings } from '../use-settings.ts'
import { gateLabels } from './labels.ts'

type GateSource = NonNullable<Project['gate']>['required_sources'][number]

/** The default first. */
const failedRuns = ['none', 'pass', 'fail'] as const

interface GateSettingsProps {
  deployment: string
  project: Project
  /** Why this person may not change them. */
  disabledReason: string | undefined
  change: ReturnType<typeof useSettings>['change']
}

const isEqual = (one: GateSource, other: GateSource) =>
  one.tool.toLowerCase() === other.tool.toLowerCase() && one.category === other.category

/** The sources that report to a project, then those that are required and have not reported yet. */
function choicesOf(known: readonly GateSource[], required: readonly GateSource[]): GateSource[] {
  return [...known, ...required.filter((one) => !known.some((other) => isEqual(one, other)))]
}

/** What the gate requires of a project: sources without which there is no verdict, and how suppressions count. */
export function GateSettings({ deployment, project, disabledReason, change }: GateSettingsProps) {
  const { data = [], error } = useQuery(sourcesOptions(deployment, project.name))
  const required = project.gate?.required_sources ?? []
  const known = data
    .filter(({ retired }) => retired === null)
    .map(({ tool, category }) => ({ tool, category: category ?? null }))
  const countsSuppressed = project.gate?.count_suppressed ?? true
  const isDisabled = disabledReason !== undefined
  const choices = choicesOf(known, required)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <fieldset className="min-w-0">
        <legend className="pb-1 font-medium">{gateLabels.title}</legend>
        {choices.length === 0 && (
          <p className={error ? 'text-danger' : 'text-2'}>
            {error ? gateLabels.failed : gateLabels.noSources}
          </p>
        )}
        {choices.map((source) => {
          const isRequired = required.some((one) => isEqual(one, source))
          const others = required.filter((one) => !isEqual(one, source))
          return (
            <Checkbox
              key={`${source.tool}\n${source.category ?? ''}`}
              label={
                <span className="whitespace-normal wrap-anywhere">
                  {gateLabels.requires(source.tool, source.category)}
                </span>
              }
              checked={isRequired}
              disabled={isDisabled}
              onChange={({ target }) =>
                void change(
                  { gate: { required_sources: target.checked ? [...others, source] : others } },
                  gateLabels.requiredSet(source.tool, target.checked),
                )
              }
              className="w-fit max-w-full"
            />
          )
        })}
        <Checkbox
          label={gateLabels.suppressed}
          checked={countsSuppressed}
          disabled={isDisabled}
          onChange={({ target }) =>
            void change(
              { gate: { count_suppressed: target.checked } },
              gateLabels.suppressedSet(target.checked),
            )
          }
          className="w-fit"
        />
        <p className="pt-1 text-3">{disabledReason ?? gateLabels.hint}</p>
      </fieldset>
      <FailedRuns {...{ project, isDisabled, change }} />
    </div>
  )
}

interface FailedRunsProps extends Pick<GateSettingsProps, 'project' | 'change'> {
  isDisabled: boolean
}

/** The verdict on a commit with a scan that failed. */
function FailedRuns({ project, isDisabled, change }: FailedRunsProps) {
  return (
    <Field label={gateLabels.failedRuns} hint={gateLabels.failedRunsHint}>
      <NativeSelect
        value={project.gate?.failed_runs ?? 'none'}
        disabled={isDisabled}
        onChange={({ target }) => {
          const verdict = failedRuns.find((one) => one === target.value)
          if (verdict) void change({ gate: { failed_runs: verdict } }, gateLabels.failedRunsSet(verdict))
        }}
        className="w-56"
      >
        {failedRuns.map((verdict) => (
          <option key={verdict} value={verdict}>
            {gateLabels.failedRunsVerdicts[verdict]}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
