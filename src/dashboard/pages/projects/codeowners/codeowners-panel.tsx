import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { codeownersOptions, setCodeownersOptions } from '#api/owners.ts'
import type { Codeowners } from '#contract/responses/owners.ts'
import { Panel } from '#features/panel.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import { invalidLine, labels, lineCount } from './labels.ts'

interface CodeownersPanelProps {
  deployment: string
  project: string
  /** Why this person may not change the file. */
  disabledReason: string | undefined
  now: Date
}

/** The CODEOWNERS file of a project. */
export function CodeownersPanel({ deployment, project, disabledReason, now }: CodeownersPanelProps) {
  const { data, error } = useQuery(codeownersOptions(deployment, project))
  return (
    <Panel title={labels.title}>
      <p className="pb-2 text-2">{labels.hint}</p>
      {error && !data && (
        <Banner tone="danger" className="rounded">
          {labels.failed}: {explain(error).detail}
        </Banner>
      )}
      {!error && !data && <SkeletonLines count={3} />}
      {data && (
        <CodeownersForm {...{ deployment, project, disabledReason, now }} codeowners={data.codeowners} />
      )}
    </Panel>
  )
}

interface CodeownersFormProps extends CodeownersPanelProps {
  codeowners: Codeowners | null
}

function CodeownersForm({ deployment, project, disabledReason, now, codeowners }: CodeownersFormProps) {
  const { mutate, isPending, error } = useMutation(setCodeownersOptions(deployment, project))
  /** What was typed since the file was saved. */
  const [draft, setDraft] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = draft ?? codeowners?.content ?? ''
  const isEmpty = text.trim() === ''
  const store = (content: string | null) =>
    mutate(content, {
      onSuccess: () => {
        setDraft(undefined)
        // The button to remove it is gone.
        if (content === null) field.current?.focus()
        toast({
          title: content === null ? labels.removed : labels.saved,
          detail: labels.inBackground,
          tone: 'ok',
          slot: 'codeowners',
        })
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty && !isPending) store(text)
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {codeowners ? <Origin codeowners={codeowners} now={now} /> : <p className="text-2">{labels.none}</p>}
      <Field label={labels.file} hint={disabledReason ?? (codeowners?.uploaded ? labels.keeps : undefined)}>
        <Textarea
          ref={field}
          className="max-h-96 font-mono text-xs"
          spellCheck={false}
          placeholder={labels.example}
          maxLength={500_000}
          readOnly={disabledReason !== undefined}
          value={text}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      </Field>
      {codeowners && <Faults codeowners={codeowners} />}
      {error && (
        <Banner tone="danger" className="rounded">
          {explain(error).detail}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isPending} disabledReason={disabledReason}>
          {labels.save}
        </Button>
        {codeowners && (
          <Button variant="quiet" icon="trash" disabledReason={disabledReason} onClick={() => store(null)}>
            {labels.remove}
          </Button>
        )}
      </div>
    </form>
  )
}

function Origin({
  codeowners: { uploaded, updatedAt, updatedBy, lines },
  now,
}: {
  codeowners: Codeowners
  now: Date
}) {
  return (
    <p className="wrap-anywhere text-2">
      {uploaded ? labels.sentBy : labels.setBy} <bdi>{updatedBy}</bdi> <Time value={updatedAt} now={now} />
      {', '}
      {lineCount(lines)}
    </p>
  )
}

/** Why the file, or some of its lines, are not used. */
function Faults({ codeowners: { failure, invalid } }: { codeowners: Codeowners }) {
  return (
    <>
      {failure && (
        <Banner tone="caution" className="rounded">
          {failure}
        </Banner>
      )}
      <InvalidLines invalid={invalid} />
    </>
  )
}

function InvalidLines({ invalid }: Pick<Codeowners, 'invalid'>) {
  if (invalid.length === 0) return null
  return (
    <Banner tone="caution" className="rounded">
      {labels.invalid}
      <ul>
        {invalid.map(({ line, text, reason }) => (
          <li key={line} className="wrap-anywhere">
            {invalidLine(line, reason)} <bdi className="font-mono text-xs">{text}</bdi>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
