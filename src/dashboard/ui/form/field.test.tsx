import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'
import { Textarea } from './textarea.tsx'

const idOf = (shown: string, text: string) =>
  new RegExp(`<p id="([^"]+)"[^>]*>(?:<[^p][^>]*>)*${text}`).exec(shown)?.[1]

describe('a field', () => {
  it('ties its control to label, error and hint', () => {
    const shown = renderToStaticMarkup(
      <Field label="Token" hint="Shown once" error="Unknown token">
        <TextInput />
      </Field>,
    )
    const control = /<input id="([^"]+)" aria-invalid="true" aria-describedby="([^"]+)"/.exec(shown)
    expect(shown).toContain(`<label for="${control?.[1]}"`)
    expect(control?.[2]?.split(' ')).toEqual([idOf(shown, '.*Unknown token'), idOf(shown, 'Shown once')])
  })

  it('says nothing of an error where there is none', () => {
    const shown = renderToStaticMarkup(
      <Field label="Note">
        <Textarea />
      </Field>,
    )
    expect(shown).not.toContain('aria-invalid=')
    expect(shown).not.toContain('aria-describedby=')
  })
})
