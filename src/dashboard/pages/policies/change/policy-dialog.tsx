import { useRef, useState } from 'react'
import { createPolicyOptions, type PolicyChangePreview, updatePolicyOptions } from '#api/policies.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { productTypes } from '#contract/vocabulary.ts'
import { policyTitle, productLabel } from '#features/policies/names.ts'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RadioGroup } from '#ui/form/radio-group.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import type { Confirmed } from '../mode/use-impact.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ProjectsChoice, TagsChoice } from './choices.tsx'
import { changeLabels } from './labels.ts'

interface PolicyDialogProps {
  deployment: string
  kind: 'create' | 'edit' | 'copy'
  /** The policy that is edited or copied. */
  policy: Policy | undefined
  modes: Modes
  /** Called with the id of the policy once it is saved. */
  onSaved: (id: string) => void
  onClose: () => void
}

type ProductType = (typeof productTypes)[number]

interface Draft {
  name: string
  productType: ProductType
  scope: 'all' | 'some'
  tags: readonly string[]
  projects: readonly string[]
}

/** The contract's limit. */
const maxName = 200

function draftOf(kind: PolicyDialogProps['kind'], policy: Policy | undefined): Draft {
  const { appliesTo } = policy ?? {}
  // A policy for all projects decides beside the default one: a new one is for that only if somebody says so.
  const isForAll = kind === 'edit' && appliesTo?.all !== false
  return {
    name: policy
      ? kind === 'copy'
        ? changeLabels.copyName(policyTitle(policy)).slice(0, maxName)
        : policy.name
      : '',
    productType: 'PRODUCT_TYPE_SAST',
    scope: isForAll ? 'all' : 'some',
    tags: appliesTo?.tags ?? [],
    projects: appliesTo?.projects ?? [],
  }
}

const appliesToOf = ({ scope, tags, projects }: Draft) =>
  scope === 'all' ? { all: true as const } : { tags: [...tags], projects: [...projects] }

/** What a draft would create or change; undefined without a name. */
function changeOf({ kind, policy }: PolicyDialogProps, draft: Draft) {
  const name = draft.name.trim()
  if (name === '') return undefined
  // The projects of a default policy cannot be changed.
  const change = policy?.isDefault && kind === 'edit' ? { name } : { name, appliesTo: appliesToOf(draft) }
  if (kind === 'edit') return { edit: { policyId: policy?.id ?? '', change } }
  const rest = policy ? { copyOf: policy.id } : { productType: draft.productType }
  return { create: { name, appliesTo: appliesToOf(draft), ...rest } }
}

/** Makes a change with what its preview was about. @throws what the service answers. */
async function save(
  { deployment, modes, onSaved }: PolicyDialogProps,
  change: NonNullable<ReturnType<typeof changeOf>>,
  confirmed: Confirmed,
) {
  const { done } = changeLabels
  const saved =
    'edit' in change
      ? modes.change(
          updatePolicyOptions(deployment, change.edit.policyId),
          { ...change.edit.change, ...confirmed },
          done.edit(change.edit.change.name),
        )
      : modes.change(
          createPolicyOptions(deployment),
          { ...change.create, ...confirmed },
          done.create(change.create.name),
        )
  const { policy } = await saved
  if (policy) onSaved(policy.id)
}

/** Creates a policy, copies one, or changes its name and the projects that it applies to. */
export function PolicyDialog(props: PolicyDialogProps) {
  const { deployment, kind, policy, onClose } = props
  const [draft, setDraft] = useState(() => draftOf(kind, policy))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const write = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const change = changeOf(props, draft)
  const request: PolicyChangePreview | undefined = change && ('edit' in change ? change.edit : change)
  const title = policy ? policyTitle(policy) : ''
  return (
    <ChangeDialog
      {...{ deployment, request, onClose }}
      title={kind === 'create' ? changeLabels.titles.create : changeLabels.titles[kind](title)}
      description={kind === 'edit' ? undefined : changeLabels.texts[kind]}
      button={changeLabels.buttons[kind]}
      initialFocus={input}
      onIncomplete={() => {
        setIsSubmitted(true)
        input.current?.focus()
      }}
      onApply={async (confirmed) => change && save(props, change, confirmed)}
    >
      {(taken) => (
        <>
          <Field
            label={changeLabels.name}
            error={isSubmitted && draft.name.trim() === '' ? changeLabels.nameMissing : taken}
          >
            <TextInput
              ref={input}
              value={draft.name}
              autoComplete="off"
              spellCheck={false}
              maxLength={maxName}
              onChange={({ target }) => write({ name: target.value })}
            />
          </Field>
          {kind === 'create' && (
            <ProductField value={draft.productType} onChange={(productType) => write({ productType })} />
          )}
          {kind === 'edit' && policy?.isDefault ? (
            <p className="text-2">{changeLabels.allOfDefault}</p>
          ) : (
            <ScopeFields {...{ deployment, draft }} onChange={write} />
          )}
        </>
      )}
    </ChangeDialog>
  )
}

interface ProductFieldProps {
  value: ProductType
  onChange: (value: ProductType) => void
}

function ProductField({ value, onChange }: ProductFieldProps) {
  return (
    <Field label={changeLabels.product}>
      <NativeSelect
        value={value}
        onChange={({ target }) => {
          const chosen = productTypes.find((one) => one === target.value)
          if (chosen) onChange(chosen)
        }}
        className="max-w-60"
      >
        {productTypes.map((one) => (
          <option key={one} value={one}>
            {productLabel(one)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

interface ScopeFieldsProps {
  deployment: string
  draft: Draft
  onChange: (change: Partial<Draft>) => void
}

/** The projects that a policy applies to: all, or some by tag and by name. */
function ScopeFields({ deployment, draft, onChange }: ScopeFieldsProps) {
  return (
    <>
      <RadioGroup
        legend={changeLabels.appliesTo}
        value={draft.scope}
        options={[
          { value: 'all', label: changeLabels.all },
          { value: 'some', label: changeLabels.some },
        ]}
        onChange={(scope) => onChange({ scope })}
      />
      {draft.scope === 'some' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-l-2 border-line pl-4">
          <TagsChoice deployment={deployment} values={draft.tags} onChange={(tags) => onChange({ tags })} />
          <ProjectsChoice
            deployment={deployment}
            values={draft.projects}
            onChange={(projects) => onChange({ projects })}
          />
        </div>
      )}
    </>
  )
}
