import { type FormEvent, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPage } from '#features/testing/open-page.tsx'
import { Field } from '../form/field.tsx'
import { Combobox } from './combobox.tsx'
import { matchingOptions } from './matching-options.ts'

const names = ['Ann', 'Grace Hopper', 'Grace Kelly', 'Zoë']
const options = names.map((name) => ({ value: name, label: name }))

interface FormProps {
  onSubmit: (text: string) => void
  onEscape?: () => void
}

/** A form in a box that clips what is in it, as a dialog does. */
function Form({ onSubmit, onEscape }: FormProps) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(text)
  }
  return (
    <form onSubmit={submit} style={{ height: 90, overflow: 'hidden' }}>
      <Field label="Owner" error={text === '?' ? 'Nobody' : undefined}>
        <Combobox
          listLabel="Owners"
          text={text}
          options={matchingOptions(options, text)}
          onType={setText}
          onChoose={({ label }) => setText(label)}
          onEscape={(wasOpen) => {
            if (!wasOpen) onEscape?.()
            return !wasOpen
          }}
        />
      </Field>
      <button type="submit">Assign</button>
    </form>
  )
}

function opened() {
  const sent: string[] = []
  const escapes: number[] = []
  openPage(<Form onSubmit={(text) => sent.push(text)} onEscape={() => escapes.push(1)} />, '/')
  return { sent, escapes, field: page.getByRole('combobox', { name: 'Owner' }) }
}

const list = () => page.getByRole('listbox', { name: 'Owners' })
const option = (name: string) => page.getByRole('option', { name, exact: true })

describe('a combobox', () => {
  it('offers what contains the text, and takes one by arrow and Enter without sending the form', async () => {
    const { sent, field } = opened()
    await field.click()
    await expect.element(list()).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('grace')
    await expect.element(option('Ann')).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(field).toHaveValue('Grace Kelly')
    await expect.element(list()).not.toBeInTheDocument()
    expect(sent).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(sent).toEqual(['Grace Kelly'])
  })

  it('leaves a text that is not in the list to the form', async () => {
    const { sent, field } = opened()
    await field.click()
    await userEvent.keyboard('@acme/payments{Enter}')
    expect(sent).toEqual(['@acme/payments'])
    await field.fill('grac')
    await expect.element(list()).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(sent).toEqual(['@acme/payments', 'grac'])
    await expect.element(list()).not.toBeInTheDocument()
  })

  it('closes with Escape first, and then leaves the key to its form', async () => {
    const { escapes, field } = opened()
    await field.click()
    await userEvent.keyboard('gr{Escape}')
    await expect.element(list()).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('gr')
    expect(escapes).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(escapes).toEqual([1])
  })

  it('shows its list outside a box that clips it, and takes an option by mouse with the focus kept', async () => {
    const { field } = opened()
    await field.click()
    await expect.element(option('Zoë')).toBeVisible()
    const { bottom } = list().element().getBoundingClientRect()
    expect(bottom).toBeGreaterThan(90)
    const { x, y, width, height } = option('Zoë').element().getBoundingClientRect()
    expect(document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[role="option"]')).toBe(
      option('Zoë').element(),
    )
    await option('Zoë').click()
    await expect.element(field).toHaveValue('Zoë')
    await expect.element(field).toHaveFocus()
  })

  it('is connected to the error of its field, and closes when the focus leaves', async () => {
    const { field } = opened()
    await field.click()
    await userEvent.keyboard('?')
    await expect.element(field).toHaveAccessibleDescription('Nobody')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await field.clear()
    await expect.element(list()).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(list()).not.toBeInTheDocument()
  })
})

/** Several rules, and a note that mentions people behind an `@`. */
function SeveralAndNote({ onSubmit }: { onSubmit: () => void }) {
  const [values, setValues] = useState<readonly string[]>(['Ann'])
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const mentioned = /@(\w*)$/.exec(note)?.[1]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Field label="Owners">
        <Combobox
          listLabel="Owners"
          text={text}
          options={matchingOptions(options, text)}
          status={matchingOptions(options, text).length === 0 ? 'No results' : undefined}
          values={values}
          autoHighlight
          onType={setText}
          onValuesChange={setValues}
        />
      </Field>
      <Field label="Note">
        <Combobox
          area={{ className: 'max-h-96' }}
          listLabel="People"
          text={note}
          options={mentioned === undefined ? [] : matchingOptions(options, mentioned)}
          autoHighlight
          onType={setNote}
          onChoose={({ label }) => setNote(note.replace(/@\w*$/, `@${label} `))}
        />
      </Field>
      <button type="submit">Save</button>
    </form>
  )
}

function severalAndNote() {
  const sent: number[] = []
  openPage(<SeveralAndNote onSubmit={() => sent.push(1)} />, '/')
  return {
    sent,
    field: page.getByRole('combobox', { name: 'Owners' }),
    note: page.getByRole('textbox', { name: 'Note' }),
  }
}

const chosen = () =>
  page
    .getByRole('button', { name: /^Remove / })
    .elements()
    .map((button) => button.getAttribute('aria-label'))

describe('a combobox of several values', () => {
  it('adds the highlighted option, and removes with Backspace or the button of a value', async () => {
    const { sent, field } = severalAndNote()
    await field.click()
    await userEvent.keyboard('kel{Enter}')
    await expect.element(field).toHaveValue('')
    await expect.poll(chosen).toEqual(['Remove Ann', 'Remove Grace Kelly'])
    await userEvent.keyboard('zoe{Enter}')
    await expect.poll(chosen).toEqual(['Remove Ann', 'Remove Grace Kelly', 'Remove Zoë'])
    await userEvent.keyboard('{Backspace}')
    await expect.poll(chosen).toEqual(['Remove Ann', 'Remove Grace Kelly'])
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Backspace}')
    await expect.poll(chosen).toEqual(['Remove Grace Kelly'])
    await page.getByRole('button', { name: 'Remove Grace Kelly' }).click()
    await expect.poll(chosen).toEqual([])
    expect(sent).toEqual([])
  })

  it('keeps what is chosen on Escape, and sends no text that is no value', async () => {
    const { sent, field } = severalAndNote()
    await field.click()
    await userEvent.keyboard('nobody{Enter}')
    await expect.element(page.getByText('No results')).toBeInTheDocument()
    expect(sent).toEqual([])
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.poll(chosen).toEqual(['Remove Ann'])
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('')
    await field.click()
    await userEvent.keyboard('Zoë{Tab}')
    await expect.poll(chosen).toEqual(['Remove Ann', 'Remove Zoë'])
  })

  it('shows which options are chosen, and takes one back', async () => {
    const { field } = severalAndNote()
    await field.click()
    await expect.element(option('Ann')).toHaveAttribute('aria-selected', 'true')
    await option('Zoë').click()
    await option('Ann').click()
    await expect.poll(chosen).toEqual(['Remove Zoë'])
  })
})

describe('a combobox over a text area', () => {
  it('takes the highlighted option by Enter or Tab, and leaves other keys to the text', async () => {
    const { sent, note } = severalAndNote()
    await note.click()
    await userEvent.keyboard('Hello{Enter}@gra')
    await expect.element(page.getByRole('listbox', { name: 'People' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(note).toHaveValue('Hello\n@Grace Kelly ')
    await userEvent.keyboard('and @zo{Tab}')
    await expect.element(note).toHaveValue('Hello\n@Grace Kelly and @Zoë ')
    await expect.element(note).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{Home}Oh. ')
    await expect.element(note).toHaveValue('Oh. Hello\n@Grace Kelly and @Zoë ')
    await userEvent.keyboard('{End}{Enter}@an{Escape}{Enter}')
    await expect.element(note).toHaveValue('Oh. Hello\n@an\n\n@Grace Kelly and @Zoë ')
    expect(sent).toEqual([])
  })
})

it('options that begin with the text come before those that contain it, without regard to accents', () => {
  const labels = (text: string) => matchingOptions(options, text).map(({ label }) => label)
  expect(labels('zoe')).toEqual(['Zoë'])
  expect(labels('')).toEqual(names)
  expect(labels('n')).toEqual(['Ann'])
  expect(matchingOptions([{ label: 'Banana' }, { label: 'anise' }], 'an')).toEqual([
    { label: 'anise' },
    { label: 'Banana' },
  ])
  expect(labels('nobody')).toEqual([])
})
