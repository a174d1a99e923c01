import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon/icon-button.tsx'
import { labels } from './labels.ts'
import { announce } from './live-region.tsx'

interface CopyButtonProps {
  text: string
  /** The noun of the copied text: `path`, `request id`. The button's name is "Copy path". */
  what: string
  /** Shows the label next to the icon. */
  withWord?: boolean | undefined
  className?: string | undefined
}

type Outcome = 'copied' | 'refused'

/** Copies a text, and shows and announces the success. */
export function CopyButton({ text, what, withWord = false, className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      // The clipboard API requires https or localhost.
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      announce(labels.copied)
    } catch {
      setOutcome('refused')
      announce(labels.notCopied)
    }
  }

  const icon = outcome === 'copied' ? 'check' : outcome === 'refused' ? 'error' : 'copy'
  const word = outcome === 'copied' ? labels.copied : outcome === 'refused' ? labels.notCopied : undefined
  if (withWord) {
    return (
      <Button
        size="small"
        variant="quiet"
        icon={icon}
        onClick={copy}
        className={className}
        aria-label={labels.copyOf(what)}
      >
        {word ?? labels.copy}
      </Button>
    )
  }
  return (
    <IconButton
      size="small"
      icon={icon}
      label={labels.copyOf(what)}
      onClick={copy}
      className={className}
      {...(word ? { hint: word } : {})}
    />
  )
}
