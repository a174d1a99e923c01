import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { type PolicyMode, rulesNamedOptions } from '#api/policies.ts'
import { projectsOptions } from '#api/projects/project-names.ts'
import { tagsOptions } from '#api/projects/tags.ts'
import { plural } from '#lib/text/format.ts'
import { Combobox, type ComboboxOption } from '#ui/combobox/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
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
const matches = (name: string | null | undefined, text: string) =>
  name?.toLowerCase().includes(text.trim().toLowerCase()) ?? false

/** Says that there are more values than offered, or none. */
function statusOf(offered: readonly unknown[] | undefined): string | undefined {
  if (offered === undefined) return undefined
  if (offered.length === 0) return changeLabels.none
  return offered.length === mostOffered ? changeLabels.first(mostOffered) : undefined
}

interface ValuesFieldProps extends Omit<ChoiceProps, 'deployment'> {
  label: string
  hint?: string
  error?: string | undefined
  placeholder: string
  input?: Ref<HTMLInputElement>
  text: string
  /** Undefined until they are known. */
  options: readonly ComboboxOption[] | undefined
  onType: (text: string) => void
}

function ValuesField({
  label,
  hint,
  error,
  placeholder,
  input,
  options,
  onChange,
  ...rest
}: ValuesFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Combobox
        {...rest}
        input={{ ref: input ?? null, placeholder }}
        listLabel={label}
        options={options ?? []}
        status={statusOf(options)}
        autoHighlight
        onValuesChange={onChange}
      />
    </Field>
  )
}

/** Chooses tags, also those that no project has yet. */
export function TagsChoice({ deployment, values, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const { data } = useQuery(tagsOptions(deployment))
  const typed = text.trim()
  const known = (data ?? [])
    .filter(({ value }) => matches(value, typed))
    .map(({ value, count }) => ({ value, label: value, detail: plural(count, 'project') }))
  const isNew = typed !== '' && !known.some(({ value }) => value === typed)
  const options = known.slice(0, mostOffered)
  if (isNew) options.push({ value: typed, label: typed, detail: changeLabels.newTag })
  return (
    <ValuesField
      label={changeLabels.tags}
      hint={changeLabels.tagsHint}
      placeholder={changeLabels.tagsPlaceholder}
      {...{ values, text, onChange }}
      options={data || isNew ? options : undefined}
      onType={setText}
    />
  )
}

/** Chooses projects by part of their name. */
export function ProjectsChoice({ deployment, values, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const { data } = useQuery({
    ...projectsOptions(deployment, text.trim(), mostOffered),
    placeholderData: keepPreviousData,
  })
  const found = data?.projects.filter(({ name }) => matches(name, text))
  return (
    <ValuesField
      label={changeLabels.projects}
      hint={changeLabels.projectsHint}
      placeholder={changeLabels.projectsPlaceholder}
      {...{ values, text, onChange }}
      options={found?.map(({ name }) => ({ value: name, label: name }))}
      onType={setText}
    />
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
  const found = data?.rules.filter(({ path, title }) => matches(path, text) || matches(title, text))
  return (
    <ValuesField
      label={changeLabels.rules}
      placeholder={changeLabels.rulesPlaceholder}
      {...{ values, text, error, input, onChange }}
      options={found?.map(({ path, title }) => ({ value: path, label: path, detail: title ?? undefined }))}
      onType={setText}
    />
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
