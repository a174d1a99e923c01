import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refsOptions } from '#api/projects.ts'
import type { Project } from '#contract/answers/projects.ts'
import { refWords } from '#lib/ref-words.ts'
import { Panel } from '#parts/panel.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { BranchForm } from './branch-form.tsx'
import { useSettings } from './use-settings.ts'

interface SettingsSectionProps {
  deployment: string
  project: Project
  /** Why this person may not change them. */
  disabledReason: string | undefined
}

const typed = '__typed'
/** More branches than these are found faster by typing. */
const mostInSelect = 300

/** The primary branch and the managed scans of a project, changed in place. */
export function SettingsSection({ deployment, project, disabledReason }: SettingsSectionProps) {
  const { change } = useSettings(deployment, project)
  const refs = useQuery(refsOptions(deployment, project.id))
  const [typing, setTyping] = useState(false)
  const branch = project.primary_branch ?? ''
  const names = (refs.data ?? []).map(({ name }) => name).slice(0, mostInSelect)
  const options = branch === '' || names.includes(branch) ? names : [branch, ...names]

  const choose = (name: string) => {
    if (name === typed) setTyping(true)
    else void change({ primary_branch: name }, `The primary branch is ${refWords(name)}`)
  }
  return (
    <Panel title="Settings">
      <div className="grid gap-4">
        {typing ? (
          <BranchForm
            onSave={(name) =>
              change({ primary_branch: name }, `The primary branch is ${refWords(name)}`, false)
            }
            onDone={() => setTyping(false)}
          />
        ) : (
          <Field
            label="Primary branch"
            hint={disabledReason ?? 'Its findings and dependencies are what lists and numbers count.'}
          >
            <NativeSelect
              value={branch}
              disabled={disabledReason !== undefined}
              onChange={({ target }) => choose(target.value)}
              className="max-w-80"
            >
              {branch === '' && <option value="">None yet</option>}
              {options.map((name) => (
                <option key={name} value={name}>
                  {refWords(name)}
                </option>
              ))}
              <option value={typed}>Type another…</option>
            </NativeSelect>
          </Field>
        )}
        <fieldset>
          <legend className="pb-1 font-medium">Managed scans</legend>
          {(['full', 'diff'] as const).map((kind) => (
            <Managed
              key={kind}
              label={kind === 'full' ? 'Full scans' : 'Diff scans of pull requests'}
              checked={project.managed_scan_config?.[`${kind}_scan`]?.enabled ?? false}
              disabled={disabledReason !== undefined}
              onChange={(enabled) =>
                void change(
                  { managed_scan_config: { [`${kind}_scan`]: { enabled } } },
                  `Managed ${kind} scans are ${enabled ? 'on' : 'off'}`,
                )
              }
            />
          ))}
          <p className="pt-1 text-3">
            {disabledReason ?? 'Scanners read this and act on it. Gatehouse starts no scans.'}
          </p>
        </fieldset>
        <fieldset>
          <legend className="pb-1 font-medium">Imports</legend>
          <Managed
            label="Pipelines may apply scans that would be held"
            checked={project.ci_accepts_empty ?? false}
            disabled={disabledReason !== undefined}
            onChange={(accepts) =>
              void change(
                { ci_accepts_empty: accepts },
                accepts ? 'Pipelines may apply held scans' : 'Pipelines may not apply held scans',
              )
            }
          />
          <p className="pt-1 text-3">
            {disabledReason ??
              'A scan that would fix nearly all open findings without proof of coverage is held for review. With this on, a token with scans:write alone can apply it with accept_empty=true.'}
          </p>
        </fieldset>
      </div>
    </Panel>
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
