import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { type PolicyMode, rulesNamedOptions } from '#api/policies.ts'
import { projectsOptions } from '#api/projects/project-names.ts'
import { tagsOptions } from '#api/projects/tags.ts'
import { plural } from '#lib/text/format.ts'
import { Field } from '#ui/form/field.tsx'
import { MultiCombobox } from '#ui/form/multi-combobox.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { knownMode, modeInfos } from '../mode/modes.ts'
import { changeLabels } from './labels.ts'

interface ChoiceProps {
  deployment: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** The number of values that are offered at once. */
const mostOffered = 50

/** Whether a name contains what is typed, as the service searches: its answer may still be about a former text. */
const matches = (name: string | null, text: string) =>
  name?.toLowerCase().includes(text.trim().toLowerCase()) ?? false

/** Says that there are more values than offered, or none. */
function statusOf(offered: readonly string[] | undefined): string | undefined {
  if (offered === undefined) return undefined
  if (offered.length === 0) return changeLabels.none
  return offered.length === mostOffered ? changeLabels.first(mostOffered) : undefined
}

/** Chooses tags, also those that no project has yet. */
export function TagsChoice({ deployment, values, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const { data } = useQuery(tagsOptions(deployment))
  const typed = text.trim()
  const known = (data ?? []).map(({ value }) => value)
  const matching = known.filter((tag) => matches(tag, typed))
  const isNew = typed !== '' && !known.includes(typed)
  const options = [...matching.slice(0, mostOffered), ...(isNew ? [typed] : [])]
  const counts = new Map(data?.map(({ value, count }) => [value, count]))
  return (
    <Field label={changeLabels.tags} hint={changeLabels.tagsHint}>
      <MultiCombobox
        label={changeLabels.tags}
        placeholder={changeLabels.tagsPlaceholder}
        {...{ values, options, text, onChange }}
        status={statusOf(data && options)}
        detailOf={(tag) => (counts.has(tag) ? plural(counts.get(tag) ?? 0, 'project') : changeLabels.newTag)}
        onType={setText}
      />
    </Field>
  )
}

/** Chooses projects by part of their name. */
export function ProjectsChoice({ deployment, values, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const { data } = useQuery({
    ...projectsOptions(deployment, text.trim(), mostOffered),
    placeholderData: keepPreviousData,
  })
  const options = data?.projects.map(({ name }) => name).filter((name) => matches(name, text))
  return (
    <Field label={changeLabels.projects} hint={changeLabels.projectsHint}>
      <MultiCombobox
        label={changeLabels.projects}
        placeholder={changeLabels.projectsPlaceholder}
        {...{ values, text, onChange }}
        options={options ?? []}
        status={statusOf(options)}
        onType={setText}
      />
    </Field>
  )
}

interface RulesChoiceProps extends ChoiceProps {
  error: string | undefined
  input: Ref<HTMLInputElement>
}

/** Chooses rules by part of their ID or name. */
export function RulesChoice({ deployment, values, error, input, onChange }: RulesChoiceProps) {
  const [text, setText] = useState('')
  const { data } = useQuery({
    ...rulesNamedOptions(deployment, text.trim(), mostOffered),
    placeholderData: keepPreviousData,
  })
  const options = data?.rules
    .filter(({ path, title }) => matches(path, text) || matches(title ?? null, text))
    .map(({ path }) => path)
  const titles = new Map(data?.rules.map(({ path, title }) => [path, title ?? undefined]))
  return (
    <Field label={changeLabels.rules} error={error}>
      <MultiCombobox
        label={changeLabels.rules}
        placeholder={changeLabels.rulesPlaceholder}
        {...{ values, text, input, onChange }}
        options={options ?? []}
        status={statusOf(options)}
        detailOf={(path) => titles.get(path)}
        onType={setText}
      />
    </Field>
  )
}

interface ModeChoiceProps {
  /** Undefined for that of the default policy. */
  mode: PolicyMode | undefined
  onChange: (mode: PolicyMode | undefined) => void
}

/** Chooses the mode of rules that are added to a policy. */
export function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  return (
    <Field label={changeLabels.mode}>
      <NativeSelect
        value={mode ?? ''}
        onChange={({ target }) => onChange(knownMode(target.value))}
        className="max-w-60"
      >
        <option value="">{changeLabels.modeOfDefault}</option>
        {modeInfos.map((info) => (
          <option key={info.mode} value={info.mode}>
            {info.label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
