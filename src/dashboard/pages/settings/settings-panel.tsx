import { type ReactNode, useId } from 'react'

interface SettingsPanelProps {
  title: string
  /** A description in one or two sentences. */
  description?: ReactNode
  children: ReactNode
}

/** A panel of a settings section with its heading. */
export function SettingsPanel({ title, description, children }: SettingsPanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mx-4 max-w-172 border-b border-line py-4 text-base last:border-none"
    >
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {description !== undefined && <p className="mt-1 text-2">{description}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
