import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { IconButton } from './icon/icon-button.tsx'

describe('a button that may not be used', () => {
  const shown = renderToStaticMarkup(
    <Button disabledReason="Only analysts may decide" aria-describedby="more">
      Ignore
    </Button>,
  )

  it('stays in the tab order and says so', () => {
    expect(shown).toContain('aria-disabled="true"')
    expect(shown).not.toContain(' disabled')
  })

  it('describes itself by the reason and by what it was described by before', () => {
    const reason = /<span id="([^"]+)" hidden="">Only analysts may decide<\/span>/.exec(shown)
    expect(reason).not.toBeNull()
    expect(shown).toContain(`aria-describedby="more ${reason?.[1]}"`)
  })
})

describe('a button that is running', () => {
  it('keeps its word', () => {
    const shown = renderToStaticMarkup(<Button loading>Save</Button>)
    expect(shown).toContain('aria-busy="true"')
    expect(shown).toContain('Save')
  })
})

describe('a button with an icon alone', () => {
  it('has its label as name and as hint', () => {
    const shown = renderToStaticMarkup(<IconButton icon="close" label="Close panel" />)
    expect(shown).toContain('aria-label="Close panel"')
    expect(shown).toContain('data-hint="Close panel"')
  })
})
