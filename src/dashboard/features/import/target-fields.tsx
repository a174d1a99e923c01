import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { projectsOptions } from '#api/projects/project-names.ts'
import { refsOptions } from '#api/projects/projects.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { matchingOptions } from '#ui/combobox/matching-options.ts'
import { Field } from '#ui/form/field.tsx'
import { uploadLabels } from './labels.ts'

interface TargetFieldsProps {
  /** The deployment that receives the scans; undefined if it does not exist yet. */
  deployment: string | undefined
  /** Whether the project field is shown. */
  needsProject: boolean
  project: string
  branch: string
  /** The error of the project field. */
  error: string | undefined
  first: Ref<HTMLInputElement>
  onChange: (change: { project?: string; branch?: string }) => void
}

const mostSuggested = 20

/** Asks for the project and branch of a scan, with suggestions of known ones. */
export function TargetFields(props: TargetFieldsProps) {
  const { deployment = '', needsProject, project, branch, error, first, onChange } = props
  const [isValidated, setIsValidated] = useState(false)
  const projects = useQuery({
    ...projectsOptions(deployment, project.trim(), mostSuggested),
    enabled: deployment !== '' && isValidated,
    placeholderData: keepPreviousData,
  })
  const known = projects.data?.projects ?? []
  const same = known.find(({ name }) => name === project.trim())
  const refs = useQuery({ ...refsOptions(deployment, same?.id ?? 0), enabled: same !== undefined })
  const branches = (refs.data ?? [])
    .filter(({ name }) => name.startsWith('refs/heads/'))
    .map(({ name }) => ({ value: name, label: refLabel(name) }))
  const validate = () => setIsValidated(true)
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {needsProject && (
        <Field label={uploadLabels.project} hint={uploadLabels.projectHint} error={error} required>
          <Combobox
            listLabel={uploadLabels.project}
            input={{ ref: first, placeholder: uploadLabels.projectPlaceholder }}
            text={project}
            options={known.map(({ name }) => ({ value: name, label: name }))}
            onOpen={validate}
            onType={(text) => onChange({ project: text })}
            onChoose={({ label }) => onChange({ project: label })}
          />
        </Field>
      )}
      <Field label={uploadLabels.branch} hint={uploadLabels.branchHint}>
        <Combobox
          listLabel={uploadLabels.branch}
          text={branch}
          options={matchingOptions(branches, branch)}
          onOpen={validate}
          onType={(text) => onChange({ branch: text })}
          onChoose={({ label }) => onChange({ branch: label })}
        />
      </Field>
    </div>
  )
}
