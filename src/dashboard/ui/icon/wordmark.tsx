import { classes } from '../classes.ts'

/** The logo without text: an arch with its gate, readable at 16 px. */
export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden
      className={classes('block shrink-0 text-accent', className)}
    >
      <path d="M1 15V8a7 7 0 0 1 14 0v7h-3V8a4 4 0 0 0-8 0v7z" fill="currentColor" />
      <path d="M7 8h2v7H7z" fill="currentColor" />
    </svg>
  )
}

/** The name of the product with its logo. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span className={classes('inline-flex items-center gap-2 text-lg font-semibold text-1', className)}>
      <LogoMark className="size-5" />
      Gatehouse
    </span>
  )
}
