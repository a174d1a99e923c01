import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button.tsx'
import { Field } from '../form/field.tsx'
import { TextInput } from '../form/text-input.tsx'
import { Textarea } from '../form/textarea.tsx'
import { Dialog } from './dialog.tsx'

let root: Root | undefined
afterEach(() => root?.unmount())

/** A dialog with a form, whose button stands in its footer. */
async function open({ unavailable }: { unavailable?: string } = {}) {
  const submit = vi.fn<() => void>()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Dialog
      open
      title="Why?"
      onClose={() => undefined}
      footer={
        <>
          <Button>Cancel</Button>
          <Button type="submit" form="why" disabledReason={unavailable}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="why"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label="Name">
          <TextInput />
        </Field>
        <Field label="Text">
          <Textarea />
        </Field>
      </form>
      <Field label="Elsewhere">
        <TextInput />
      </Field>
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Why?' })).toBeVisible()
  return submit
}

const focus = (name: string) => page.getByRole('textbox', { name }).click()

it.each([
  ['Name', '{Control>}{Enter}{/Control}'],
  ['Text', '{Control>}{Enter}{/Control}'],
  ['Text', '{Meta>}{Enter}{/Meta}'],
])('submits its form once from the field %s with %s', async (name, keys) => {
  const submit = await open()
  await focus(name)
  await userEvent.keyboard(keys)
  expect(submit).toHaveBeenCalledTimes(1)
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('')
})

it.each([
  ['Text', '{Enter}'],
  ['Text', '{Control>}{Shift>}{Enter}{/Shift}{/Control}'],
  ['Elsewhere', '{Control>}{Enter}{/Control}'],
])('submits nothing from the field %s with %s', async (name, keys) => {
  const submit = await open()
  await focus(name)
  await userEvent.keyboard(keys)
  expect(submit).not.toHaveBeenCalled()
})

it('submits nothing while its button is unavailable', async () => {
  const submit = await open({ unavailable: 'Somebody else decided it' })
  await focus('Text')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(submit).not.toHaveBeenCalled()
})

it('without a text field does nothing for keys that were typed while it opened', async () => {
  const close = vi.fn<() => void>()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Dialog open title="Keys" onClose={close}>
      <input type="checkbox" aria-label="On" />
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Keys' })).toHaveFocus()
  await userEvent.keyboard('a b{Enter}')
  expect(close).not.toHaveBeenCalled()
  await expect.element(page.getByRole('checkbox', { name: 'On' })).not.toBeChecked()
})
