import { isObject } from '#api/dialects/shapes.ts'
import { policyLabels } from '#features/policies/labels.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { type Detail, joined, textsIn } from './event-values.ts'
import { fieldLabel, labels, modeChange } from './labels.ts'

/** A field that an event changed, with its values in words. */
export interface ChangedField {
  label: string
  from: string
  to: string
}

/** Actions whose detail has the fields that changed. */
const isOfFields = /^(project|view|webhook|settings)\.changed$|^policy\.edited$/

/** Returns the fields that an event changed; none if it has none, or is of another kind. */
export function changedFieldsOf(action: string, detail: Detail): ChangedField[] {
  if (!isOfFields.test(action)) return []
  const { from, to } = detail
  // A project has all its settings before and after, another object those that changed.
  const [before, after] = [isObject(from) ? flat(from) : {}, isObject(to) ? flat(to) : {}]
  const pairs =
    isObject(from) || isObject(to)
      ? Object.keys({ ...before, ...after }).map((name) => [name, before[name], after[name]] as const)
      : Object.entries(detail).flatMap(([name, value]) =>
          isObject(value) && 'from' in value && 'to' in value
            ? [[name, value['from'], value['to']] as const]
            : [],
        )
  return pairs
    .map(([name, before, after]) => ({
      name,
      label: fieldLabel(name),
      from: valueText(name, before),
      to: valueText(name, after),
    }))
    .flatMap(({ name, ...field }) => {
      if (field.from !== field.to) return [field]
      // The rest of a webhook's URL may be a secret, so only its host is in the log.
      return name === 'host' ? [{ ...field, to: `${field.to} (${labels.otherPath})` }] : []
    })
}

/** Returns the changed fields in one line. */
export const changedFieldsText = (action: string, detail: Detail): string =>
  joined(
    changedFieldsOf(action, detail).map(
      ({ label, from, to }) => `${label}: ${modeChange(shortened(from), shortened(to))}`,
    ),
    ' · ',
  )

/** The fields of an object, those of objects in it by their own names. */
const flat = (value: Detail): Detail =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      isObject(inner) ? Object.entries(inner) : [[name, inner]],
    ),
  )

/** Settings of projects that are stored as 0 and 1. */
const isSwitch = /^(managed_|ci_accepts_)/

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return labels.noText
  if (typeof value === 'boolean' || isSwitch.test(name)) return value ? labels.on : labels.off
  if (name === 'appliesTo' && isObject(value)) return scopeText(value)
  if (Array.isArray(value)) return value.length === 0 ? labels.noText : value.map(elementText).join(', ')
  return elementText(value)
}

/** The projects that a policy applies to. */
export function scopeText(scope: Detail): string {
  if (scope['all'] === true) return labels.allProjects
  return (
    [...textsIn(scope, 'tags').map(policyLabels.tag), ...textsIn(scope, 'projects')].join(', ') ||
    labels.noProject
  )
}

/** A text, the name of a branch without its prefix, or the tool and category of a source. */
function elementText(value: unknown): string {
  if (typeof value === 'string') return refLabel(value)
  if (!isObject(value)) return String(value)
  return joined(
    Object.values(value).map((part) => (typeof part === 'string' ? part : undefined)),
    ', ',
  )
}

const longestValue = 60
const shortened = (text: string) => (text.length > longestValue ? `${text.slice(0, longestValue)}…` : text)
