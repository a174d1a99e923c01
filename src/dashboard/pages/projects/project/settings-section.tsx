import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { refsOptions } from '#api/projects/projects.ts'
import type { Project } from '#contract/responses/projects.ts'
import { Panel } from '#features/panel.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { lazy } from '#ui/lazy.tsx'
import { labels } from '../labels.ts'
import { useSettings } from './use-settings.ts'

const BranchForm = lazy(() => import('./branch-form.tsx').then((module) => module.BranchForm))
const ProtectedRefs = lazy(() => import('./protected-refs.tsx').then((module) => module.ProtectedRefs))

interface SettingsSectionProps {
  deployment: string
  project: Project
  /** Why this person may not change them. */
  disabledReason: string | undefined
}

const typed = '__typed'
/** More branches than these are found faster by typing. */
const mostInSelect = 300

/** The primary branch and the managed scans of a project, changed inline. */
export function SettingsSection({ deployment, project, disabledReason }: SettingsSectionProps) {
  const { change } = useSettings(deployment, project)
  return (
    <Panel title={labels.settings.title}>
      <div className="grid gap-4">
        <PrimaryBranchField {...{ deployment, project, disabledReason, change }} />
        <Suspense>
          <ProtectedRefs {...{ deployment, project, disabledReason, change }} />
        </Suspense>
        <fieldset>
          <legend className="pb-1 font-medium">{labels.settings.managed}</legend>
          {(['full', 'diff'] as const).map((kind) => (
            <Managed
              key={kind}
              label={kind === 'full' ? labels.settings.fullScans : labels.settings.diffScans}
              checked={project.managed_scan_config?.[`${kind}_scan`]?.enabled ?? false}
              disabled={disabledReason !== undefined}
              onChange={(enabled) =>
                void change(
                  { managed_scan_config: { [`${kind}_scan`]: { enabled } } },
                  labels.settings.managedSet(kind, enabled),
                )
              }
            />
          ))}
          <p className="pt-1 text-3">{disabledReason ?? labels.settings.managedHint}</p>
        </fieldset>
        <fieldset>
          <legend className="pb-1 font-medium">{labels.settings.imports}</legend>
          <Managed
            label={labels.settings.acceptsEmpty}
            checked={project.ci_accepts_empty ?? false}
            disabled={disabledReason !== undefined}
            onChange={(accepts) =>
              void change({ ci_accepts_empty: accepts }, labels.settings.acceptsEmptySet(accepts))
            }
          />
          <p className="pt-1 text-3">{disabledReason ?? labels.settings.acceptsEmptyHint}</p>
        </fieldset>
      </div>
    </Panel>
  )
}

interface PrimaryBranchFieldProps extends SettingsSectionProps {
  change: ReturnType<typeof useSettings>['change']
}

/** Sets the primary branch: a known one, or another by name. */
function PrimaryBranchField({ deployment, project, disabledReason, change }: PrimaryBranchFieldProps) {
  const refs = useQuery(refsOptions(deployment, project.id))
  const [typing, setTyping] = useState(false)
  const branch = project.primary_branch ?? ''
  const shown = refs.data?.find(({ primary }) => primary)?.name
  const hint =
    shown === undefined || shown === branch
      ? labels.settings.primaryBranchHint
      : labels.settings.notScannedYet(refLabel(shown))
  const names = (refs.data ?? []).map(({ name }) => name).slice(0, mostInSelect)
  const options = branch === '' || names.includes(branch) ? names : [branch, ...names]

  const choose = (name: string) => {
    if (name === typed) setTyping(true)
    else void change({ primary_branch: name }, labels.settings.branchSet(refLabel(name)))
  }
  if (typing) {
    return (
      <Suspense>
        <BranchForm
          onSave={(name) =>
            change({ primary_branch: name }, labels.settings.branchSet(refLabel(name)), false)
          }
          onDone={() => setTyping(false)}
        />
      </Suspense>
    )
  }
  return (
    <Field label={labels.settings.primaryBranch} hint={disabledReason ?? hint}>
      <NativeSelect
        value={branch}
        disabled={disabledReason !== undefined}
        onChange={({ target }) => choose(target.value)}
        className="max-w-80"
      >
        {branch === '' && <option value="">{labels.settings.notSet}</option>}
        {options.map((name) => (
          <option key={name} value={name}>
            {refLabel(name)}
          </option>
        ))}
        <option value={typed}>{labels.settings.other}</option>
      </NativeSelect>
    </Field>
  )
}

interface ManagedProps {
  label: string
  checked: boolean
  disabled: boolean
  onChange: (enabled: boolean) => void
}

function Managed({ label, checked, disabled, onChange }: ManagedProps) {
  return (
    <Checkbox
      label={label}
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
      className="w-fit"
    />
  )
}
