import { useId } from 'react'
import { scopes } from '#contract/operation.ts'
import { roles } from '#contract/vocabulary.ts'
import { roleLabels } from '#features/role-labels.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RadioGroup } from '#ui/form/radio-group.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { labels } from '../labels.ts'
import type { DraftFieldsProps } from './draft.ts'
import { scopeLabels } from './permissions.ts'

/** A role, or individual scopes. */
export function PermissionFields({ draft, fault, onChange }: DraftFieldsProps) {
  return (
    <div className="space-y-2">
      <RadioGroup
        inline
        legend={labels.tokens.permissions}
        value={draft.by}
        onChange={(by) => onChange({ by })}
        options={[
          { value: 'role', label: labels.tokens.byRole },
          { value: 'scopes', label: labels.tokens.byScopes },
        ]}
      />
      {draft.by === 'role' ? (
        <Field label={labels.tokens.byRole} hideLabel hint={roleLabels[draft.role]?.[1]}>
          <NativeSelect
            className="w-44"
            value={draft.role}
            onChange={(event) => {
              const chosen = roles.find((role) => role === event.currentTarget.value)
              if (chosen) onChange({ role: chosen })
            }}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleLabels[role]?.[0]}
              </option>
            ))}
          </NativeSelect>
        </Field>
      ) : (
        <ScopeFields draft={draft} fault={fault} onChange={onChange} />
      )}
    </div>
  )
}

/** Individual scopes. */
function ScopeFields({ draft, fault, onChange }: DraftFieldsProps) {
  const faultId = useId()
  return (
    <fieldset aria-describedby={fault && faultId} className="min-w-0 rounded border border-line px-3 py-2">
      <legend className="sr-only">{labels.tokens.scopes}</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          className="items-start py-0.5 *:[input]:mt-0.5"
          label={
            <span className="whitespace-normal">
              <code className="text-xs">{scope}</code> <span className="text-3">– {scopeLabels[scope]}</span>
            </span>
          }
          checked={draft.scopes.includes(scope)}
          onChange={(event) =>
            onChange({
              scopes: event.currentTarget.checked
                ? [...draft.scopes, scope]
                : draft.scopes.filter((one) => one !== scope),
            })
          }
        />
      ))}
      {fault && (
        <p id={faultId} role="alert" className="mt-1 flex items-start gap-1.5 text-danger">
          <Icon name="error" className="mt-0.5" />
          {fault}
        </p>
      )}
    </fieldset>
  )
}
