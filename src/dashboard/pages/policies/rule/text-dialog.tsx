import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { type RuleText, setRuleTextOptions } from '#api/policies.ts'
import type { RuleAnswer, RuleTexts } from '#contract/responses/policies.ts'
import { ruleConfidences, secretSeverities } from '#contract/vocabulary.ts'
import { ruleTextFields } from '#features/rule-text-fields.ts'
import { httpUrl } from '#lib/urls/http-url.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

interface TextDialogProps {
  deployment: string
  rule: RuleAnswer['rule']
  onClose: () => void
}

const text = labels.rule.text
type Name = keyof typeof ruleTextFields & keyof RuleTexts

/** Sets the text that the deployment shows for a rule; an empty field is what most projects say. */
export function TextDialog({ deployment, rule, onClose }: TextDialogProps) {
  const form = useId()
  const [values, setValues] = useState(() => valuesOf(rule.fixed?.texts ?? {}))
  // What somebody else sets while the dialog is open is not what was edited here.
  const [expectedAt] = useState(rule.fixed?.at ?? null)
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useMutation({
    ...setRuleTextOptions(deployment, rule.path),
    onSuccess: () => {
      toast({ title: text.saved, tone: 'ok', slot: 'rule-text' })
      onClose()
    },
  })
  const isLink = values.url === '' || httpUrl(values.url) !== undefined
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isLink) return
    mutate({
      fixed: toFixed(values),
      expectedAt,
      ...(note.trim() ? { note: note.trim() } : {}),
    })
  }
  const problem = error ? explain(error) : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      description={text.description}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" type="submit" form={form} loading={isPending} hint="Ctrl Enter">
            {text.save}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-3" onSubmit={save}>
        <TextFields {...{ values, isLink, reported: valuesOf(rule.reported ?? {}) }} onChange={setValues} />
        <Field label={text.note}>
          <TextInput
            value={note}
            onChange={({ target }) => setNote(target.value)}
            maxLength={3000}
            autoComplete="off"
          />
        </Field>
        {problem && (
          <p role="alert" className="text-danger wrap-anywhere">
            {problem.title}. {problem.detail}
          </p>
        )}
      </form>
    </Dialog>
  )
}

type Values = Record<Name, string>

interface TextFieldsProps {
  values: Values
  /** What most projects report. */
  reported: Values
  isLink: boolean
  onChange: (values: Values) => void
}

function TextFields({ values, reported, isLink, onChange }: TextFieldsProps) {
  const set = (name: Name) => (event: { target: { value: string } }) =>
    onChange({ ...values, [name]: event.target.value })
  const attributes = (name: Name) => ({
    value: values[name],
    placeholder: reported[name] || text.none,
    onChange: set(name),
    autoComplete: 'off',
  })
  const choice = (name: 'severity' | 'confidence', options: readonly string[]) => (
    <Field label={ruleTextFields[name]}>
      <NativeSelect value={values[name]} onChange={set(name)}>
        <option value="">{text.asReported(wordOf(reported[name]) || text.none)}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {wordOf(option)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
  return (
    <>
      <Field label={ruleTextFields.title}>
        <TextInput {...attributes('title')} maxLength={200} />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        {choice('severity', secretSeverities)}
        {choice('confidence', ruleConfidences)}
      </div>
      <Field label={ruleTextFields.message} hint={text.markdown}>
        <Textarea {...attributes('message')} rows={5} maxLength={10_000} />
      </Field>
      <Field label={ruleTextFields.cweCategories} hint={text.onePerLine}>
        <Textarea {...attributes('cweCategories')} rows={2} />
      </Field>
      <Field label={ruleTextFields.owaspCategories} hint={text.onePerLine}>
        <Textarea {...attributes('owaspCategories')} rows={2} />
      </Field>
      <Field label={ruleTextFields.url} error={isLink ? undefined : text.noLink}>
        <TextInput {...attributes('url')} maxLength={2000} inputMode="url" />
      </Field>
    </>
  )
}

const valuesOf = (texts: RuleTexts): Values => ({
  title: texts.title ?? '',
  message: texts.message ?? '',
  severity: texts.severity ?? '',
  confidence: texts.confidence ?? '',
  cweCategories: texts.cweCategories?.join('\n') ?? '',
  owaspCategories: texts.owaspCategories?.join('\n') ?? '',
  url: texts.url ?? '',
})

/** The fields that are filled in. */
function toFixed(values: Values): RuleText['fixed'] {
  const lines = (value: string) =>
    value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  const severity = secretSeverities.find((one) => one === values.severity)
  const confidence = ruleConfidences.find((one) => one === values.confidence)
  const [cweCategories, owaspCategories] = [lines(values.cweCategories), lines(values.owaspCategories)]
  const [title, message, url] = [values.title.trim(), values.message.trim(), values.url.trim()]
  return {
    ...(title ? { title } : {}),
    ...(message ? { message } : {}),
    ...(severity ? { severity } : {}),
    ...(confidence ? { confidence } : {}),
    ...(cweCategories.length > 0 ? { cweCategories } : {}),
    ...(owaspCategories.length > 0 ? { owaspCategories } : {}),
    ...(url ? { url } : {}),
  }
}

/** `SEVERITY_HIGH` is "High". */
const wordOf = (value: string) =>
  value.replace(/^[A-Z]+_(.)(.*)$/, (_, first: string, rest: string) => first + rest.toLowerCase())
