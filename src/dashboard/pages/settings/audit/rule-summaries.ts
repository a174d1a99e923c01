import { isObject } from '#api/dialects/shapes.ts'
import { ruleTextField } from '#features/rule-text-fields.ts'
import { counted, type Detail, joined, numberIn, textIn } from './event-values.ts'
import { labels, modeChange, quoted, ruleCount } from './labels.ts'

/** The fields of a rule's text that changed, each from what to what. */
export function changedText(detail: Detail): string {
  const note = textIn(detail, 'note')
  const fields = Object.entries(detail).flatMap(([name, value]) =>
    isObject(value) && 'from' in value && 'to' in value
      ? `${ruleTextField(name)}: ${modeChange(textValue(value['from']), textValue(value['to']))}`
      : [],
  )
  return joined([...fields, note && quoted(note)], ' · ')
}

const longestValue = 60
const textValue = (value: unknown) =>
  typeof value !== 'string' || value === ''
    ? labels.noText
    : value.length > longestValue
      ? `${value.slice(0, longestValue)}…`
      : value

/** The texts of rules that a scan changed: those of one rule in full. */
export function changedTexts(detail: Detail): string {
  const { rules } = detail
  const first: unknown = Array.isArray(rules) ? rules[0] : undefined
  if (numberIn(detail, 'count') === 1 && isObject(first))
    return joined([textIn(first, 'rule'), changedText(first)], ' · ')
  return counted(detail, 'count', ruleCount) ?? ''
}
