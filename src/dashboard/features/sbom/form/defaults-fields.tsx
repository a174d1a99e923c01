import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import {
  type ComponentType,
  defaultFormat,
  defaultType,
  formatOf,
  formats,
  hasType,
  typeLabel,
  typesOf,
} from '../formats.ts'
import { labels } from '../labels.ts'
import { type DefaultsDraft, type Faults, typeFor } from './draft.ts'

interface DefaultsFieldsProps {
  draft: DefaultsDraft
  faults: Faults
  onChange: (change: Partial<DefaultsDraft>) => void
  /** Allows format and type to be unset, for the deployment's defaults. */
  optional?: boolean | undefined
  disabled?: boolean | undefined
}

const texts = [
  {
    name: 'supplierName',
    label: labels.defaults.supplierName,
    placeholder: labels.defaults.supplierExample,
    most: 500,
  },
  {
    name: 'supplierUrl',
    label: labels.defaults.supplierUrl,
    placeholder: 'https://acme.example',
    most: 2000,
  },
  {
    name: 'contactName',
    label: labels.defaults.contactName,
    placeholder: labels.defaults.contactExample,
    most: 500,
  },
  {
    name: 'contactEmail',
    label: labels.defaults.contactEmail,
    placeholder: 'security@acme.example',
    most: 320,
  },
  { name: 'contactPhone', label: labels.defaults.contactPhone, placeholder: '+1 555 0100', most: 100 },
] as const

/** The format of an export, and the component type and supplier of its subject. */
export function DefaultsFields({ draft, faults, onChange, optional = false, disabled }: DefaultsFieldsProps) {
  const format = formatOf(draft.format)
  const lost = draft.componentType !== '' && !hasType(format, draft.componentType) && draft.componentType
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.defaults.format} error={faults.format}>
          <NativeSelect
            disabled={disabled}
            value={draft.format}
            onChange={({ target }) => onChange({ format: target.value })}
          >
            {optional && <option value="">{labels.defaults.notSet(formatOf(defaultFormat).label)}</option>}
            {formats.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field
          label={labels.defaults.componentType}
          error={faults.componentType}
          hint={lost ? labels.defaults.noType(format.label, typeLabel(lost)) : undefined}
        >
          <NativeSelect
            disabled={disabled}
            value={lost ? defaultType : draft.componentType}
            onChange={({ target }) =>
              // parse: the values of the options below
              onChange({ componentType: target.value as ComponentType | '' })
            }
          >
            {optional && (
              <option value="">
                {labels.defaults.notSet(typeLabel(typeFor({ ...draft, componentType: '' })))}
              </option>
            )}
            {typesOf(format).map((type) => (
              <option key={type} value={type}>
                {typeLabel(type)}
              </option>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <SupplierFields {...{ draft, faults, onChange, disabled }} />
    </>
  )
}

/** The supplier of the export's subject. */
function SupplierFields({ draft, faults, onChange, disabled }: DefaultsFieldsProps) {
  return (
    <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <legend className="pb-1 font-semibold">{labels.defaults.supplier}</legend>
      {texts.map(({ name, label, placeholder, most }) => (
        <Field key={name} label={label} error={faults[name]}>
          <TextInput
            name={name}
            autoComplete="off"
            maxLength={most}
            placeholder={disabled ? undefined : placeholder}
            readOnly={disabled}
            value={draft[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        </Field>
      ))}
    </fieldset>
  )
}
