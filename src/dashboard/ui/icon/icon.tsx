import { classes } from '../classes.ts'
import type { IconName } from './icon-name.ts'

interface IconProps {
  name: IconName
  /** The accessible name and hint of an icon without a text. An icon without it is decorative. */
  label?: string | undefined
  className?: string | undefined
}

/** An icon: 16 px, a 1.5 px line in the color of the text. Its drawing, from `icons.svg`, is in the document. */
export function Icon({ name, label, className }: IconProps) {
  const drawing = (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={classes('block shrink-0', className)}
    >
      <use href={`#icon-${name}`} />
    </svg>
  )
  if (!label) return drawing
  return (
    <span role="img" aria-label={label} data-hint={label} className="inline-flex">
      {drawing}
    </span>
  )
}
